/** The current toast and the regions that can show it. The store is outside React, so that any code can show a toast. */
import { createListeners } from '../../lib/listeners';

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'success' | 'destructive' | 'info';
  action?: { label: string; to: string };
}

export interface Toast extends ToastMessage {
  id: number;
}

/** The first toast is shown. A second one waits until the pointer and the focus have left the first. */
let toasts: readonly Toast[] = [];
let lastId = 0;
let isHeld = false;
/** The last region belongs to the topmost dialog. */
let regions: readonly symbol[] = [];
const listeners = createListeners();

export const subscribeToToasts = listeners.subscribe;

function replace(next: readonly Toast[]): void {
  toasts = next;
  listeners.notify();
}

/** Replaces the previous toast, because several toasts would cover the page. */
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

/** Keeps the current toast until the returned function is called. */
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
  listeners.notify();
  return () => {
    regions = regions.filter((other) => other !== region);
    listeners.notify();
  };
}

export function topRegion(): symbol | undefined {
  return regions.at(-1);
}
