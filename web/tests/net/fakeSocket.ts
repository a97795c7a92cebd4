// A WebSocket without a network, which the tests open, close and let speak.

export class FakeSocket {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  /** All sockets made since the last `reset`. */
  static made: FakeSocket[] = [];

  static reset(): void {
    FakeSocket.made = [];
  }

  static get last(): FakeSocket {
    return FakeSocket.made.at(-1) as FakeSocket;
  }

  readyState = FakeSocket.CONNECTING;
  sent: unknown[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1000): void {
    this.readyState = FakeSocket.CLOSED;
    this.onclose({ code });
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  hear(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}
