import { forgetWithPerson } from '@/lib/personal';

export type ToastType = 'success' | 'info' | 'error';

export type ToastOptions = {
  title: string;
  description?: string;
  type?: ToastType;
  action?: { label: string; onClick: () => void };
  /** Stays until it is closed; only for what waits for a decision, such as a new version. */
  sticky?: boolean;
};

export type ToastCommand = { kind: 'add'; id: string; options: ToastOptions } | { kind: 'close'; id: string };

let nextId = 1;
let waiting: ToastCommand[] = [];
let receiver: ((command: ToastCommand) => void) | null = null;
const listeners = new Set<() => void>();
// What is shown goes with its screens.
forgetWithPerson(() => {
  waiting = [];
});

function send(command: ToastCommand) {
  if (receiver) receiver(command);
  else waiting.push(command);
  for (const listener of listeners) listener();
}

/** Confirms what just happened. Errors that must be read belong beside their cause instead. */
export function showToast(options: ToastOptions): string {
  const id = `toast-${nextId++}`;
  send({ kind: 'add', id, options });
  return id;
}

export function closeToast(id: string) {
  send({ kind: 'close', id });
}

/** The list of toasts is fetched with the first one; what was said before it arrived waits here. */
export function receiveToasts(receive: (command: ToastCommand) => void): () => void {
  receiver = receive;
  const early = waiting;
  waiting = [];
  for (const command of early) receive(command);
  return () => {
    receiver = null;
  };
}

export function hasToasts(): boolean {
  return receiver !== null || waiting.length > 0;
}

export function subscribeToasts(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
