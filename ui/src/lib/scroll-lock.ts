/** Keeps the page behind a dialog or an open menu from scrolling. Locks nest. */
let locks = 0;

/** Whether a finger on the element scrolls a box of its own: the page itself is locked. */
function scrollsOwnBox(target: EventTarget | null): boolean {
  let element = target instanceof Element ? target : null;
  for (; element && element !== document.body; element = element.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(element);
    if (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight) return true;
    if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth) return true;
  }
  return false;
}

/** Safari on iOS scrolls the page under a finger in spite of `overflow: hidden`. Two fingers zoom. */
function keepStill(event: TouchEvent): void {
  if (event.touches.length === 1 && event.cancelable && !scrollsOwnBox(event.target))
    event.preventDefault();
}

/** Locks until the returned function is called; styles/base.css knows the attribute. */
export function lockScroll(): () => void {
  locks += 1;
  document.documentElement.setAttribute('data-scroll-locked', '');
  document.addEventListener('touchmove', keepStill, { passive: false });
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    locks -= 1;
    if (locks > 0) return;
    document.documentElement.removeAttribute('data-scroll-locked');
    document.removeEventListener('touchmove', keepStill);
  };
}
