/**
 * The toasts on show, outside React so that any code may raise one. `Toaster` renders them.
 */
export type ToastVariant = 'success' | 'destructive' | 'info';

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: ToastVariant;
  /** A link that goes with the message. */
  action?: { label: string; to: string };
}

export interface Toast extends ToastMessage {
  id: number;
}

/** More than these would hide the page; the oldest gives way. */
const MOST_AT_ONCE = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function showToast(message: ToastMessage): void {
  lastId += 1;
  replace([...toasts, { ...message, id: lastId }].slice(-MOST_AT_ONCE));
}

export function dismissToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

export function dismissAllToasts(): void {
  replace([]);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
