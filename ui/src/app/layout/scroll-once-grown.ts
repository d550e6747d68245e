/** Events that show that the reader scrolls by hand. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to `y` pixels, and again as the page grows until it is that long or the reader moves it. Returns a function
 * that gives up.
 */
export function scrollOnceGrown(y: number): () => void {
  window.scrollTo(0, y);
  if (window.scrollY >= Math.floor(y)) return () => undefined;
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, y);
    if (window.scrollY >= Math.floor(y)) giveUp();
  });
  const giveUp = () => {
    observer.disconnect();
    for (const move of MOVES) window.removeEventListener(move, giveUp);
  };
  observer.observe(document.body);
  for (const move of MOVES) window.addEventListener(move, giveUp, { passive: true });
  return giveUp;
}
