const HELD_MS = 60_000;

/** Has the browser save a file under this name, as a download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Safari begins to read it only after the click has ended, and a large file takes a while.
  setTimeout(() => URL.revokeObjectURL(address), HELD_MS);
}
