const REVOKE_AFTER_MS = 60_000;

/** Downloads `content` as a file of this name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari starts to read the file after the click, and a large file takes time.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
