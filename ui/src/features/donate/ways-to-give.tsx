import { type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { donate } from '../../content/marketing/donate';
import { GiftPlan, SponsorshipPlan } from './plan';
import { FieldFrame, controlClasses, useField } from '../../components/forms/field-frame';
import { classNames } from '../../lib/class-names';

export function WaysToGive() {
  const { oneTime, monthly, teacher, forum, giving } = donate.plans;
  return (
    <GivingTabs
      tabs={[
        { id: 'one-time', label: oneTime.tab, panel: <Once /> },
        { id: 'monthly', label: monthly.tab, panel: <Monthly /> },
        {
          id: 'sponsor-teacher',
          label: teacher.tab,
          panel: (
            <SponsorshipPlan
              {...teacher}
              online={{ gift: 'sponsor_teacher', amount: teacher.amount }}
              check={{ gift: teacher.tab, amount: teacher.amount }}
            />
          ),
        },
        {
          id: 'sponsor-forum',
          label: forum.tab,
          panel: (
            <SponsorshipPlan
              {...forum}
              online={{ gift: 'sponsor_forum', amount: forum.least, note: giving.hostedForum }}
              check={{ gift: `${forum.tab}, ${forum.amount} ${forum.amountNote}` }}
            />
          ),
        },
      ]}
    />
  );
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Tabs whose panels are all in the page. CSS hides the closed panels, so that nothing shifts at hydration and all panels
 * are shown in print and without JavaScript. On wide screens the panels share a grid cell, so that the height does not
 * change.
 */
function GivingTabs({
  tabs,
}: {
  tabs: readonly { id: string; label: string; panel: ReactNode }[];
}) {
  const [open, setOpen] = useState(0);
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(open, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    setOpen(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={donate.plans.listLabel}
        // The tabs take two rows on a phone, so that none is cut off.
        className="grid grid-cols-2 gap-2 p-4 sm:grid-cols-4 sm:gap-0 sm:p-0 noscript:hidden print:hidden"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${tab.id}-tab`}
            aria-controls={`${tab.id}-panel`}
            aria-selected={index === open}
            tabIndex={index === open ? 0 : -1}
            onClick={() => setOpen(index)}
            onKeyDown={move}
            className="min-h-11 px-1 py-2 sm:px-2 text-[0.95rem] leading-tight font-semibold text-balance text-muted hover:text-ink focus-visible:-outline-offset-3 aria-selected:text-ink max-sm:rounded-md max-sm:border max-sm:border-edge max-sm:aria-selected:border-ink max-sm:aria-selected:bg-ink max-sm:aria-selected:text-white sm:min-h-14 sm:border-b-[3px] sm:border-sand-deep sm:aria-selected:border-clay forced-colors:aria-selected:underline"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div className="lg:grid noscript:block print:block">
        {tabs.map((tab, index) => (
          <div
            key={tab.id}
            role="tabpanel"
            id={`${tab.id}-panel`}
            aria-labelledby={`${tab.id}-tab`}
            data-state={index === open ? 'open' : 'closed'}
            className={classNames(
              'p-4 pt-2 sm:p-6 lg:col-start-1 lg:row-start-1 lg:p-7 noscript:visible noscript:block print:visible print:block print:px-0',
              index !== open && 'hidden lg:invisible lg:block',
            )}
          >
            <p className="eyebrow mb-3 hidden text-clay noscript:block print:block">{tab.label}</p>
            {tab.panel}
          </div>
        ))}
      </div>
    </>
  );
}

function Monthly() {
  const { actionOf, ...plan } = donate.plans.monthly;
  const [preset, setPreset] = useState<string>(plan.presets[1].amount);
  return (
    <GiftPlan
      {...plan}
      chosen={preset}
      onChoose={setPreset}
      action={actionOf(preset)}
      online={{ gift: 'monthly', amount: preset }}
      // A check may pay for several months.
      check={{ gift: `${plan.tab}, ${preset} ${plan.perMonth}` }}
    />
  );
}

/** Typing an amount clears the chosen preset. */
function Once() {
  const { custom, action, actionOf, ...plan } = donate.plans.oneTime;
  const [preset, setPreset] = useState<string | undefined>(plan.presets[1].amount);
  const [typed, setTyped] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const isNone = (text: string) => text.trim() !== '' && typedAmount(text) === undefined;
  const amount = preset ?? typedAmount(typed);
  const isInvalid = preset === undefined && isNone(typed);
  const field = useRef<HTMLInputElement>(null);
  const refuse = () => {
    setFaulty(true);
    field.current?.focus();
  };
  return (
    <GiftPlan
      {...plan}
      chosen={preset}
      onChoose={setPreset}
      action={amount === undefined ? action : actionOf(amount)}
      check={{ gift: plan.tab, amount }}
      mayPrint={() => {
        if (isInvalid) refuse();
        return !isInvalid;
      }}
      online={{ gift: 'one_time', amount, onRefused: refuse }}
    >
      <CustomAmount
        value={typed}
        error={isFaulty && preset === undefined ? custom.invalid : undefined}
        ref={field}
        onLeave={() => {
          if (isNone(typed)) setFaulty(true);
        }}
        onChange={(text) => {
          setTyped(text);
          // Errors appear on blur and disappear as soon as the input is valid.
          if (!isNone(text)) setFaulty(false);
          setPreset(undefined);
        }}
      />
    </GiftPlan>
  );
}

/** Reports the amount after a press on a button: an error that appears meanwhile moves the button away from the pointer. */
function afterPress(report: () => void): void {
  if (document.querySelector('button:active') === null) report();
  else window.addEventListener('click', report, { once: true });
}

function CustomAmount(props: {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (text: string) => void;
  onLeave: () => void;
  error: string | undefined;
}) {
  const { ref, value, onChange, onLeave, error } = props;
  const { label, unit } = donate.plans.oneTime.custom;
  const { frame, control } = useField({
    label,
    hint: unit,
    error,
    className: 'mt-2.5 sm:col-span-2',
  });
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-0 flex w-9 items-center justify-center font-serif text-xl"
        >
          $
        </span>
        <input
          {...control}
          ref={ref}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={() => afterPress(onLeave)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') onLeave();
          }}
          className={classNames(controlClasses, 'pl-9')}
        />
      </div>
    </FieldFrame>
  );
}

const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;

/** Formats a typed amount as `$1,250` or `$75.50`. Undefined for zero and other text. */
export function typedAmount(text: string): string | undefined {
  const [, whole, cents = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const dollars = Number(whole.replaceAll(',', ''));
  if (dollars > 1_000_000 || (dollars === 0 && Number(cents) === 0)) return undefined;
  return `$${dollars.toLocaleString('en-US')}${cents === '' ? '' : `.${cents.padEnd(2, '0')}`}`;
}
