// Who answers the page: the server, or the page itself (`local/`). Both understand the same messages.

/** An open line to a backend, such as a WebSocket. */
export interface Channel<Out> {
  readonly isOpen: boolean;
  /** Send a message. Returns false if the channel isn't open. */
  say(message: Out): boolean;
  /** Close it. Its events then stop. */
  close(): void;
}

/** What a channel tells its owner. No events fire before `open` returns. */
export interface ChannelEvents<In> {
  opened(): void;
  message(message: In): void;
  /** It closed by itself, with a code as for WebSockets. */
  closed(code: number): void;
}

export interface Backend {
  /** Answer a request. Every error is a `Failure`. */
  ask<T>(path: string, method?: string, body?: unknown): Promise<T>;
  /** Answer a request for a file, with its name. Every error is a `Failure`. */
  file(path: string): Promise<File>;
  open<Out, In>(path: string, events: ChannelEvents<In>): Channel<Out>;
}

/** The code of a channel that closed without saying why. */
export const BROKEN = 1006;

/** Open a channel of a kind that is only known later. If it stays unknown, the channel closes. */
export function openLater<Out, In>(
  opening: Promise<(events: ChannelEvents<In>) => Channel<Out>>,
  events: ChannelEvents<In>,
): Channel<Out> {
  let channel: Channel<Out> | null = null;
  let isClosed = false;
  opening
    .then((open) => {
      if (!isClosed) channel = open(events);
    })
    .catch(() => {
      if (!isClosed) events.closed(BROKEN);
    });
  return {
    get isOpen() {
      return channel?.isOpen ?? false;
    },
    say: (message) => channel?.say(message) ?? false,
    close() {
      isClosed = true;
      channel?.close();
    },
  };
}
