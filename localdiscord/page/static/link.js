/** The websocket to the server: numbered questions, their answers, and changes; it comes back when it breaks. */

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 4000;

export class Link {
  #socket = null;
  #waiting = new Map();
  #number = 0;
  #pause = FIRST_PAUSE;
  #closed = false;

  /**
   * @param {URL} address where the socket is
   * @param {(change: object) => void} onChange hears everything that is no answer
   * @param {(open: boolean) => void} onState hears that the line is up or down
   */
  constructor(address, onChange, onState) {
    this.address = address;
    this.onChange = onChange;
    this.onState = onState;
  }

  open() {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#pause = FIRST_PAUSE;
      this.onState(true);
    });
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#lose());
  }

  /** Hang up for good. */
  close() {
    this.#closed = true;
    this.#socket?.close();
  }

  /** Ask and wait for the answer; `{lost: true}` where the line is down or goes down meanwhile. */
  ask(op, body = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.resolve({ lost: true });
    this.#number += 1;
    const number = this.#number;
    this.#socket.send(JSON.stringify({ ...body, op, number }));
    return new Promise((resolve) => this.#waiting.set(number, resolve));
  }

  #hear(body) {
    if (body.kind !== "reply") {
      this.onChange(body);
      return;
    }
    this.#waiting.get(body.number)?.(body);
    this.#waiting.delete(body.number);
  }

  #lose() {
    for (const resolve of this.#waiting.values()) resolve({ lost: true });
    this.#waiting.clear();
    if (this.#closed) return;
    this.onState(false);
    setTimeout(() => this.open(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }
}
