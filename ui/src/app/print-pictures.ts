/** Pictures further down the page arrive late; on paper all of them must be there. */

function loadAll(): void {
  for (const picture of document.querySelectorAll('img[loading]')) {
    picture.removeAttribute('loading');
  }
}

export function printPictures(): void {
  window.addEventListener('beforeprint', loadAll);
}
