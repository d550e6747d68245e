/** Keeps the page behind a dialog or an open menu from scrolling. Locks nest. */
let locks = 0;

/** Locks until the returned function is called; styles/base.css knows the attribute. */
export function lockScroll(): () => void {
  locks += 1;
  document.documentElement.setAttribute('data-scroll-locked', '');
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    locks -= 1;
    if (locks === 0) document.documentElement.removeAttribute('data-scroll-locked');
  };
}
