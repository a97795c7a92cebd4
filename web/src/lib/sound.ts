// Synthesizes all sounds. A tile on felt is a short low-pass-filtered noise with a soft knock.

import { settings } from "./settings.svelte";

export type Sound =
  | "place"
  | "move"
  | "jump"
  | "climb"
  | "throw"
  | "refused"
  | "pass"
  | "won"
  | "lost"
  | "draw"
  | "turn"
  | "joined"
  | "asked"
  | "said"
  | "low";

let context: AudioContext | null = null;

export function play(name: Sound): void {
  if (!settings.sound) return;
  try {
    context ??= new AudioContext();
    // Browsers keep the context suspended until the user interacts with the page.
    if (context.state === "suspended") void context.resume();
    if (context.state === "running") SOUNDS[name](context, context.currentTime);
    else void context.resume().then(() => context && SOUNDS[name](context, context.currentTime));
  } catch {
    // Sound isn't available.
  }
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  place: (audio, at) => tile(audio, at, 1),
  move: (audio, at) => {
    brush(audio, at, 0.16);
    tile(audio, at + 0.15, 0.8);
  },
  jump: (audio, at) => {
    tone(audio, at, 320, 620, 0.18, 0.05);
    tile(audio, at + 0.2, 1);
  },
  climb: (audio, at) => {
    tile(audio, at, 0.5);
    tile(audio, at + 0.14, 1);
  },
  throw: (audio, at) => {
    tone(audio, at, 240, 760, 0.22, 0.05);
    tile(audio, at + 0.26, 1.1);
  },
  refused: (audio, at) => tone(audio, at, 190, 150, 0.12, 0.09),
  pass: (audio, at) => tone(audio, at, 440, 440, 0.12, 0.05),
  won: (audio, at) =>
    [523, 659, 784, 1047].forEach((pitch, i) =>
      tone(audio, at + i * 0.11, pitch, pitch, 0.3, 0.06),
    ),
  lost: (audio, at) =>
    [392, 330, 262].forEach((pitch, i) => tone(audio, at + i * 0.16, pitch, pitch, 0.35, 0.06)),
  draw: (audio, at) =>
    [440, 440].forEach((pitch, i) => tone(audio, at + i * 0.2, pitch, pitch, 0.25, 0.06)),
  turn: (audio, at) =>
    [587, 784].forEach((pitch, i) => tone(audio, at + 0.3 + i * 0.13, pitch, pitch, 0.22, 0.05)),
  joined: (audio, at) =>
    [392, 523, 659].forEach((pitch, i) => tone(audio, at + i * 0.12, pitch, pitch, 0.25, 0.06)),
  asked: (audio, at) =>
    [494, 494].forEach((pitch, i) => tone(audio, at + i * 0.15, pitch, pitch, 0.14, 0.05)),
  said: (audio, at) => tone(audio, at, 720, 860, 0.1, 0.03),
  low: (audio, at) =>
    [880, 880, 880].forEach((pitch, i) => tone(audio, at + i * 0.16, pitch, pitch, 0.1, 0.07)),
};

function tile(audio: AudioContext, at: number, strength: number): void {
  const noise = audio.createBufferSource();
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.07), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    samples[i] = (Math.random() * 2 - 1) * Math.exp((-i / samples.length) * 9);
  }
  noise.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = 1300;
  const gain = audio.createGain();
  gain.gain.value = 0.32 * strength;
  noise.connect(filter).connect(gain).connect(audio.destination);
  noise.start(at);
  tone(audio, at, 210, 130, 0.08, 0.16 * strength);
}

function brush(audio: AudioContext, at: number, seconds: number): void {
  const noise = audio.createBufferSource();
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) {
    samples[i] = (Math.random() * 2 - 1) * Math.sin((Math.PI * i) / samples.length);
  }
  noise.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = 700;
  const gain = audio.createGain();
  gain.gain.value = 0.05;
  noise.connect(filter).connect(gain).connect(audio.destination);
  noise.start(at);
}

function tone(
  audio: AudioContext,
  at: number,
  from: number,
  to: number,
  seconds: number,
  volume: number,
): void {
  const oscillator = audio.createOscillator();
  oscillator.type = "sine";
  oscillator.frequency.setValueAtTime(from, at);
  oscillator.frequency.exponentialRampToValueAtTime(to, at + seconds);
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + seconds + 0.02);
}
