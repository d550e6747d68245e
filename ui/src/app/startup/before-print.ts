/** Prepares a page for printing: loads all lazy pictures, and opens collapsed sections until printing has ended. */

let opened: HTMLDetailsElement[] = [];

function prepare(): void {
  for (const picture of document.querySelectorAll('img[loading]')) {
    picture.removeAttribute('loading');
  }
  const folded = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')];
  for (const details of folded) details.open = true;
  opened = [...opened, ...folded];
}

function restore(): void {
  for (const details of opened) details.open = false;
  opened = [];
}

export function prepareForPrint(): void {
  window.addEventListener('beforeprint', prepare);
  window.addEventListener('afterprint', restore);
  // In some browsers the print preview sends the events too late or not at all.
  window
    .matchMedia('print')
    .addEventListener('change', ({ matches }) => (matches ? prepare : restore)());
}
