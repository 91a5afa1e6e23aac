"""The sandbox page, used by real people's means: a real browser, and requests that have no business there."""
