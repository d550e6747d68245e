// What a journey needs of a browser. Everything else is done inside the page (../page.ts), so that the three drivers stay
// small and the journeys meet the same behaviour in each engine.

export type Size = { readonly width: number; readonly height: number };

export type EngineName = 'chromium' | 'firefox' | 'webkit';

export interface Engine {
  readonly name: EngineName;
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
  /** The value of a JavaScript expression in the page. Promises are awaited; the value must be JSON. */
  run(expression: string): Promise<unknown>;
  /** Moves the pointer there, and presses its main button unless told otherwise. */
  point(x: number, y: number, press: boolean): Promise<void>;
  /** Turns the wheel by so many pixels with the pointer there. */
  wheel(x: number, y: number, deltaY: number): Promise<void>;
  /** A key by its name in the standard UI Events, such as `Tab`. */
  key(name: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Chooses a file in the only element that matches the selector. */
  choose(selector: string, file: string): Promise<void>;
  toFront(): Promise<void>;
  screenshot(file: string): Promise<void>;
  /** Prints on A4 or Letter paper, as the browser's own command does. */
  print(file: string): Promise<void>;
}
