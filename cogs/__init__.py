"""Everything Discord: commands, controls, words and the use cases behind them."""
