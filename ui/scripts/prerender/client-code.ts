/** The files from the browser build that a page preloads. */
import type { Rolldown } from 'vite';

export interface ClientCode {
  /** URLs of the chunk with this page module and of all its static imports. */
  scriptsOf(module: string): string[];
  /** URLs of the two fonts that nearly every page uses above the fold. */
  fonts: string[];
}

const PRELOADED_FONTS = ['source-serif-4-latin-600-normal', 'public-sans-latin-wght-normal'];

export function clientCode(bundle: Rolldown.OutputBundle): ClientCode {
  const outputs = Object.values(bundle);
  const chunks = outputs.filter((output) => output.type === 'chunk');
  const fonts = PRELOADED_FONTS.map((name) => {
    const font = outputs.find(({ fileName }) => fileName.includes(`${name}-`));
    if (!font) throw new Error(`The build has no font ${name}.`);
    return `/${font.fileName}`;
  });

  const scriptsOf = (module: string): string[] => {
    const page = chunks.find((chunk) => chunk.moduleIds.includes(module));
    if (!page) throw new Error(`The build has no code of ${module}.`);
    const needed = new Set<string>();
    const visit = (fileName: string) => {
      if (needed.has(fileName)) return;
      needed.add(fileName);
      for (const chunk of chunks)
        if (chunk.fileName === fileName) chunk.imports.forEach((name) => visit(name));
    };
    visit(page.fileName);
    return [...needed].map((fileName) => `/${fileName}`);
  };

  return { fonts, scriptsOf };
}
