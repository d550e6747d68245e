/**
 * The header's whole menu on a narrow screen. Its panel is loaded when somebody is about to open it; until the script
 * is there, the button is a link to the lists of links in the footer.
 */
import { Menu } from 'lucide-react';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { showToast } from '../../components/toast-store';
import { headerWords } from '../../content/site/navigation';
import { useHydrated } from '../../lib/use-hydrated';
import { iconButton } from './icon-button';
import type { MobilePanelProps } from './mobile-panel';
import { useOnHiding } from './use-media';

const load = () => import('./mobile-panel');
/** A head start; opening loads the panel again and says what went wrong. */
const prepare = () => void load().catch(() => undefined);

export function MobileMenu() {
  const [Panel, setPanel] = useState<ComponentType<MobilePanelProps> | null>(null);
  /** False again once the window was widened or another page opened while the panel was loading. */
  const wanted = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    wanted.current = false;
    setPanel(null);
  }, []);
  const { key } = useLocation();
  const hydrated = useHydrated();

  useEffect(close, [key, close]);
  useOnHiding(button, close);

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
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={open}
        className={iconButton}
      >
        <Menu aria-hidden="true" className="size-6" />
      </button>
      {Panel && <Panel onClose={close} opener={button} />}
    </div>
  );
}
