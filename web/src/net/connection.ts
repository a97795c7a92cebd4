// A WebSocket to the server that reconnects automatically, after pauses that grow.

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;

export interface ConnectionEvents<In> {
  /** Another attempt to connect begins. */
  opening?(): void;
  opened(): void;
  message(message: In): void;
  /** The connection closed. Return false not to reconnect. */
  closed(code: number): boolean;
}

export class Connection<Out, In> {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT_MS;
  /** Timer for the next attempt to connect; 0 if none is due. */
  #timer = 0;

  /** `path` is asked for the path of each attempt. */
  constructor(
    private readonly path: () => string,
    private readonly events: ConnectionEvents<In>,
  ) {
    this.#open();
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Send a message. Returns false if there is no connection. */
  say(message: Out): boolean {
    if (!this.isOpen) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** Replace the connection without waiting for it to close, which can take minutes. */
  replace(): void {
    this.close();
    this.#open();
  }

  /** Don't wait for the next attempt to connect. */
  hurry(): void {
    if (this.#timer !== 0) this.replace();
  }

  #open(): void {
    const scheme = window.location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${window.location.host}${this.path()}`);
    this.#socket = socket;
    this.#timer = 0;
    this.events.opening?.();
    // Events of a connection that was closed or replaced don't count.
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#wait = FIRST_WAIT_MS;
      this.events.opened();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket === socket) this.events.message(JSON.parse(event.data) as In);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket || !this.events.closed(event.code)) return;
      this.#timer = window.setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    };
  }
}
