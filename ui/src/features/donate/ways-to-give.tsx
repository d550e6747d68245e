import { BookOpen, BusFront, HandCoins, Newspaper, School, Users } from 'lucide-react';
import { useRef, useState } from 'react';
import { donate } from '../../content/marketing/donate';
import { GivingTabs } from './giving-tabs';
import { GiftPlan, SponsorshipPlan } from './plan';
import { CustomAmount } from './custom-amount';
import { typedAmount } from './typed-amount';

const icons = {
  travel: BusFront,
  stipend: HandCoins,
  materials: BookOpen,
  teachers: Users,
  campus: School,
  report: Newspaper,
} as const;

type Covered = { id: keyof typeof icons; title: string; text: string };
const withIcons = (covers: readonly Covered[]) =>
  covers.map((item) => ({ ...item, icon: icons[item.id] }));

export function WaysToGive() {
  const { listLabel, oneTime, monthly, teacher, forum } = donate.plans;
  return (
    <GivingTabs
      label={listLabel}
      tabs={[
        { id: 'one-time', label: oneTime.tab, panel: <Once /> },
        { id: 'monthly', label: monthly.tab, panel: <Monthly /> },
        {
          id: 'sponsor-teacher',
          label: teacher.tab,
          panel: (
            <SponsorshipPlan
              {...teacher}
              covers={withIcons(teacher.covers)}
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
              covers={withIcons(forum.covers)}
              check={{ gift: `${forum.tab}, ${forum.amount} ${forum.amountNote}` }}
            />
          ),
        },
      ]}
    />
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
      // A check may pay for several months.
      check={{ gift: `${plan.tab}, ${preset} ${plan.perMonth}` }}
    />
  );
}

/** Typing an amount clears the chosen preset. */
function Once() {
  const {
    custom: { invalid, ...custom },
    action,
    actionOf,
    ...plan
  } = donate.plans.oneTime;
  const [preset, setPreset] = useState<string | undefined>(plan.presets[1].amount);
  const [typed, setTyped] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const isNone = (text: string) => text.trim() !== '' && typedAmount(text) === undefined;
  const amount = preset ?? typedAmount(typed);
  const isInvalid = preset === undefined && isNone(typed);
  const field = useRef<HTMLInputElement>(null);
  return (
    <GiftPlan
      {...plan}
      chosen={preset}
      onChoose={setPreset}
      action={amount === undefined ? action : actionOf(amount)}
      check={{ gift: plan.tab, amount }}
      mayPrint={() => {
        if (!isInvalid) return true;
        setFaulty(true);
        field.current?.focus();
        return false;
      }}
    >
      <CustomAmount
        {...custom}
        value={typed}
        error={isFaulty && preset === undefined ? invalid : undefined}
        ref={field}
        onLeave={() => setFaulty(isNone(typed))}
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
