/** Who and what is there, as the server told it last: names for mentions, items for lists. */

export class Scene {
  #told = null;

  /** @param {object} app jumps to messages, fills the box and focuses it */
  constructor(app) {
    this.app = app;
  }

  learn(told) {
    this.#told = told;
  }

  get told() {
    return this.#told;
  }

  get me() {
    return this.#told.me.id;
  }

  get everybody() {
    return [...this.#told.players, this.#told.bot];
  }

  channel(id) {
    return this.#told.channels.find((channel) => channel.id === id);
  }

  /** The channel that is called as one before a restart was, which gave every channel a new id. */
  sameChannel(before) {
    return before && this.#told.channels.find((one) => one.name === before.name && one.direct === before.direct);
  }

  nameOf(id) {
    return this.everybody.find((user) => user.id === id)?.name ?? id;
  }

  channelName(id) {
    return this.channel(id)?.name ?? id;
  }

  /** What a menu of people or channels offers. */
  pickable(type) {
    const channels = type === 8;
    const list = channels ? this.#told.channels : this.everybody;
    return list.map((one) => ({ label: one.name, value: one.id }));
  }

  jump(channel, message) {
    this.app.jump(channel, message);
  }

  prefill(text) {
    this.app.prefill(text);
  }

  focusBox() {
    this.app.focusBox();
  }

  /** Turn `@alice` into the mention that the wire knows, longest names first. */
  withMentions(text) {
    const people = [...this.everybody].sort((one, other) => other.name.length - one.name.length);
    return people.reduce((words, user) => {
      const name = user.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return words.replace(new RegExp(`(^|\\s)@${name}(?![\\p{L}\\p{N}_])`, "giu"), `$1<@${user.id}>`);
    }, text);
  }

  /** The other way round, for editing. */
  readable(text) {
    return text.replace(/<@!?(\d+)>/g, (_, id) => `@${this.nameOf(id)}`);
  }
}
