/** Loads all lazy pictures before printing. */

function loadAll(): void {
  for (const picture of document.querySelectorAll('img[loading]')) {
    picture.removeAttribute('loading');
  }
}

export function printPictures(): void {
  window.addEventListener('beforeprint', loadAll);
}
