// The interface of a browser driver. Everything else runs inside the page (../page.ts), so that drivers stay small and journeys
// behave alike in all engines.

export type Size = { readonly width: number; readonly height: number };

export interface Engine {
  /** A browser with an empty profile. */
  open(size: Size): Promise<Browser>;
  close(): Promise<void>;
}

export interface Browser {
  newTab(): Promise<Tab>;
  /** Console errors and uncaught exceptions of all its tabs so far. */
  problems(): readonly string[];
  close(): Promise<void>;
}

export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Evaluates an expression in the page and awaits it. The value must be JSON. */
  run(expression: string): Promise<unknown>;
  /** Moves the pointer and clicks. */
  click(x: number, y: number): Promise<void>;
  /** Scrolls by `deltaY` pixels with the pointer at this point. */
  wheel(x: number, y: number, deltaY: number): Promise<void>;
  /** Presses a key by its UI Events name, such as `Tab`. */
  key(name: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Chooses a file in the element that matches the selector. */
  choose(selector: string, file: string): Promise<void>;
  toFront(): Promise<void>;
  screenshot(file: string): Promise<void>;
  /** Prints on A4 or Letter paper, as the browser's own command does. */
  print(file: string): Promise<void>;
}
