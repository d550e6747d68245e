import { type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import { BookOpen, BusFront, HandCoins, Newspaper, School, Users } from 'lucide-react';
import { Button, InertButton } from '../../components/controls/button';
import { OutsideLink } from '../../components/controls/outside-link';
import { MailText, textLinkClasses } from '../../components/text/mail-text';
import { StatusNote } from '../../components/feedback/status-note';
import { donate } from '../../content/marketing/donate';
import { ArchedIcon } from '../../components/layout/icon-card';
import { tintAt } from '../../components/pictures/arched-portrait';
import { type GivingUrls, siteSettings, Switch } from '../../lib/browser/site';
import { classNames } from '../../lib/class-names';
import type { CheckGift } from './check-form';

const { today, printCheck, giving } = donate.plans;

interface PlanProps {
  title: string;
  text: string;
  action: string;
  /** The gift on the form for a check. */
  check: CheckGift;
  /** Returns whether the form may be printed. If not, it shows the reason. */
  mayPrint?: () => boolean;
  online: OnlineGift;
}

interface OnlineGift {
  gift: keyof GivingUrls;
  /** Undefined while there is none. */
  amount: string | undefined;
  /** Shows why there is no amount. */
  onRefused?: () => void;
  /** What the payment provider's page opens with, if the plan does not say it. */
  note?: string;
}

function Plan(props: PlanProps & { children: ReactNode }) {
  const { title, text, action, check, mayPrint, online, children } = props;
  const [form, setForm] = useState<ReactNode>(null);
  const print = () => {
    import('./check-form')
      .then(({ CheckForm }) => {
        flushSync(() => setForm(<CheckForm {...check} onDone={() => setForm(null)} />));
        window.print();
      })
      .catch((cause: unknown) => {
        console.warn('The form could not be loaded.', cause);
        // The page has the amounts and the address too.
        window.print();
      });
  };
  return (
    <>
      <h3 className="text-xl sm:text-2xl">{title}</h3>
      <p className="mt-2 max-w-prose text-[0.98rem] text-muted max-sm:hidden">{text}</p>
      {children}
      <Switch
        feature="giving"
        on={<GiftLink {...online}>{action}</GiftLink>}
        off={
          <StatusNote className="mt-5">
            <OtherWay before={today.before} />
          </StatusNote>
        }
      />
      <Switch
        feature="giving"
        on={
          <>
            <p className="mt-2 text-[0.95rem] text-muted noscript:hidden">
              {online.note ?? giving.hosted}
            </p>
            <noscript>
              <StatusNote className="mt-5">
                <OtherWay before={giving.withoutScript} />
              </StatusNote>
            </noscript>
          </>
        }
        off={
          <InertButton size="large" className="mt-4 sm:w-full">
            {action}
          </InertButton>
        }
      />
      <Button
        size="large"
        variant="secondary"
        className="mt-3 sm:w-full"
        onClick={() => {
          if (mayPrint?.() !== false) print();
        }}
      >
        {printCheck}
      </Button>
      {form}
      <p className="mt-4 text-[0.98rem] text-muted sm:hidden">{text}</p>
    </>
  );
}

function OtherWay({ before }: { before: string }) {
  return (
    <>
      {before}
      <Link to={`#${donate.tax.addressId}`} className={textLinkClasses}>
        {today.link}
      </Link>
      <MailText>{today.after}</MailText>
    </>
  );
}

/** Leads to the payment provider's page, which gets nothing but the amount. */
function GiftLink({ gift, amount, onRefused, children }: OnlineGift & { children: string }) {
  const look = { size: 'large', className: 'mt-5 sm:w-full' } as const;
  if (amount === undefined) {
    return (
      <Button {...look} onClick={onRefused}>
        {children}
      </Button>
    );
  }
  const url = siteSettings().giving?.[gift].replaceAll('{amount}', amount.replaceAll(/[$,]/g, ''));
  return (
    <OutsideLink {...look} href={url ?? null}>
      {children}
    </OutsideLink>
  );
}

const icons = {
  travel: BusFront,
  stipend: HandCoins,
  materials: BookOpen,
  teachers: Users,
  campus: School,
  report: Newspaper,
} as const;

interface SponsorshipPlanProps extends PlanProps {
  amount: string;
  amountNote: string;
  coversLabel: string;
  covers: readonly { id: keyof typeof icons; title: string; text: string }[];
}

export function SponsorshipPlan(props: SponsorshipPlanProps) {
  const { amount, amountNote, coversLabel, covers, ...plan } = props;
  return (
    <Plan {...plan}>
      <p className="mt-5 border-l-4 border-gold pl-5">
        <strong className="block font-serif text-2xl leading-tight font-semibold min-[22.5rem]:text-[1.75rem] sm:text-4xl">
          {amount}
        </strong>{' '}
        <span className="text-muted">{amountNote}</span>
      </p>
      <h4 className="mt-5 text-lg">{coversLabel}</h4>
      <ul className="mt-3 space-y-3">
        {covers.map((cover, index) => (
          <li key={cover.title} className="grid grid-cols-[3rem_1fr] gap-4">
            <ArchedIcon icon={icons[cover.id]} tint={tintAt(index)} />
            <span>
              <strong className="block font-semibold">{cover.title}</strong>{' '}
              <span className="text-muted">{cover.text}</span>
            </span>
          </li>
        ))}
      </ul>
    </Plan>
  );
}

interface GiftPlanProps extends PlanProps {
  legend: string;
  presets: readonly { amount: string; note: string }[];
  /** Undefined for a custom amount. */
  chosen: string | undefined;
  onChoose: (amount: string) => void;
  /** Shown below each amount. */
  perMonth?: string;
  children?: ReactNode;
}

export function GiftPlan(props: GiftPlanProps) {
  const { legend, presets, chosen, onChoose, perMonth, children, ...plan } = props;
  const name = useId();
  return (
    <Plan {...plan}>
      <fieldset className="mt-4 sm:mt-5">
        <legend className="mb-2.5 font-semibold">{legend}</legend>
        <div className={classNames('grid gap-2.5', presets.length % 2 === 0 && 'sm:grid-cols-2')}>
          {presets.map((preset) => (
            <label
              key={preset.amount}
              className="relative flex min-h-15 items-center gap-3 rounded-md border border-edge bg-white px-4 py-2.5 hover:bg-sand has-checked:border-ink has-checked:bg-sand has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)]"
            >
              <input
                type="radio"
                name={name}
                value={preset.amount}
                checked={preset.amount === chosen}
                onChange={() => onChoose(preset.amount)}
                className="size-5 shrink-0 accent-ink"
              />
              <span className="min-w-13 shrink-0">
                <span className="block font-serif text-2xl leading-tight font-semibold">
                  {preset.amount}
                </span>{' '}
                {perMonth && <span className="block text-sm text-muted">{perMonth}</span>}
              </span>{' '}
              <span className="text-[0.95rem] leading-snug text-muted">{preset.note}</span>
            </label>
          ))}
          {children}
        </div>
      </fieldset>
    </Plan>
  );
}
