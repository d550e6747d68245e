/**
 * The header's menu on a narrow screen. Its panel is loaded on hover or focus. Before hydration, the button is a link to the
 * footer.
 */
import { Menu } from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { showToast } from '../../components/feedback/toast-store';
import { headerWords } from '../../content/site/navigation';
import { useHydrated } from '../../lib/hooks/use-hydrated';
import { iconButton } from './menu-parts';
import type { MobilePanelProps } from './mobile-panel';

const load = () => import('./mobile-panel');
/** Opening the menu loads the panel again and reports failures. */
const preload = () => void load().catch(() => undefined);

export function MobileMenu() {
  const [Panel, setPanel] = useState<ComponentType<MobilePanelProps> | null>(null);
  /** False if the menu was closed while its panel was loading. */
  const wanted = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    wanted.current = false;
    setPanel(null);
  };
  const { key } = useLocation();
  const hydrated = useHydrated();

  useEffect(close, [key]);
  useEffect(() => {
    // Only the styles know the width that shows the full menu bar in place of the button.
    const check = () => {
      if (button.current?.getClientRects().length === 0) close();
    };
    window.addEventListener('resize', check);
    return () => window.removeEventListener('resize', check);
  }, []);

  const open = () => {
    wanted.current = true;
    load().then(
      ({ MobilePanel }) => {
        if (wanted.current) setPanel(() => MobilePanel);
      },
      (cause: unknown) => {
        console.warn('The menu could not be loaded.', cause);
        showToast({ ...headerWords.menuFailed, variant: 'destructive' });
      },
    );
  };

  if (!hydrated) {
    return (
      <a
        href="#site-links"
        aria-label={headerWords.menu}
        className={`${iconButton} @max-[17rem]:-order-1 nav:hidden noscript:hidden`}
      >
        <Menu aria-hidden="true" className="size-6" />
      </a>
    );
  }
  return (
    <div className="@max-[17rem]:-order-1 nav:hidden">
      <button
        ref={button}
        type="button"
        aria-expanded={Panel !== null}
        aria-haspopup="dialog"
        aria-label={headerWords.openMenu}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
        className={iconButton}
      >
        <Menu aria-hidden="true" className="size-6" />
      </button>
      {Panel && <Panel onClose={close} opener={button} />}
    </div>
  );
}
