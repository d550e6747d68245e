/**
 * The toast on show, outside React so that any code may raise one, and the regions that may show it. `Toaster` renders them.
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

/** The first is on show. A second one waits until the pointer and the focus have left the first. */
let toasts: readonly Toast[] = [];
let lastId = 0;
let isHeld = false;
/** The last is that of the topmost dialog. */
let regions: readonly symbol[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function replace(next: readonly Toast[]): void {
  toasts = next;
  tell();
}

/** The newest takes the place of the one before: several would hide the page. */
export function showToast(message: ToastMessage): void {
  lastId += 1;
  const toast = { ...message, id: lastId };
  replace(isHeld ? [...toasts.slice(0, 1), toast] : [toast]);
}

export function dismissToast(id: number): void {
  replace(toasts.filter((toast) => toast.id !== id));
}

export function dismissAllToasts(): void {
  replace([]);
}

/** Keeps the toast on show in its place until the returned function is called. */
export function holdToast(): () => void {
  isHeld = true;
  return () => {
    isHeld = false;
    if (toasts.length > 1) replace(toasts.slice(-1));
  };
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function enterRegion(region: symbol): () => void {
  regions = [...regions, region];
  tell();
  return () => {
    regions = regions.filter((other) => other !== region);
    tell();
  };
}

export function topRegion(): symbol | undefined {
  return regions.at(-1);
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
