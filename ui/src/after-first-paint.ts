/**
 * The entry of every page: lets the browser paint what the HTML says before it fetches the code that brings the page
 * to life. The build names that code in <meta name="code"> (scripts/page-head.ts), so that no file waits for another.
 * Buttons pressed meanwhile are marked for app/early-input.ts; [data-page] is there until the code takes over.
 */
import './styles/index.css';

function begin(): void {
  const names = document.querySelector<HTMLMetaElement>('meta[name="code"]')?.content ?? '';
  for (const name of names.split(' ').filter(Boolean)) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = name;
    document.head.append(link);
  }
  void import('./main');
}

document.addEventListener('click', ({ target, timeStamp }) => {
  const button = (target as Element).closest<HTMLElement>('[data-page] button');
  if (button) button.dataset['pressed'] = String(timeStamp);
});

// In a tab that nobody sees nothing is painted.
if (document.visibilityState === 'hidden') begin();
else requestAnimationFrame(() => setTimeout(begin));
