/** Has the browser save a file under this name, as a download. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser holds the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
