// The server as a backend: HTTP requests and WebSockets.

import type { Problem } from "../generated/messages";
import { BROKEN, type Backend, type Channel, type ChannelEvents } from "../lib/backend";
import { Failure } from "../lib/failure";

async function ask<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const answer = await request(path, method, body);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

async function file(path: string): Promise<File> {
  const answer = await request(path, "GET");
  const named = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "");
  const content = await answer.blob();
  return new File([content], named?.[1] ?? "beespace", { type: content.type });
}

async function request(path: string, method: string, body?: unknown): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Failure("offline", "the server does not answer");
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as Problem | null;
    throw new Failure(
      problem?.code ?? "failed",
      problem?.text ?? answer.statusText,
      problem?.why ?? null,
    );
  }
  return answer;
}

function open<Out, In>(path: string, events: ChannelEvents<In>): Channel<Out> {
  return path.endsWith("/events") ? openEvents(path, events) : openSocket(path, events);
}

/** Receive server-sent events. Nothing can be said to the server. */
function openEvents<Out, In>(path: string, events: ChannelEvents<In>): Channel<Out> {
  const source = new EventSource(path);
  source.onopen = () => events.opened();
  source.onmessage = (event: MessageEvent<string>) => events.message(JSON.parse(event.data) as In);
  source.onerror = () => {
    source.close(); // the owner decides whether and when to connect again
    events.closed(BROKEN);
  };
  return {
    get isOpen() {
      return source.readyState === EventSource.OPEN;
    },
    say: () => false,
    close: () => source.close(),
  };
}

function openSocket<Out, In>(path: string, events: ChannelEvents<In>): Channel<Out> {
  const scheme = window.location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${window.location.host}${path}`);
  let isClosed = false;
  socket.onopen = () => {
    if (!isClosed) events.opened();
  };
  socket.onmessage = (event: MessageEvent<string>) => {
    if (!isClosed) events.message(JSON.parse(event.data) as In);
  };
  socket.onclose = (event) => {
    if (!isClosed) events.closed(event.code);
  };
  return {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    say(message) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close() {
      isClosed = true;
      socket.close();
    },
  };
}

export const server: Backend = { ask, file, open };
