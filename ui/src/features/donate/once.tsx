/** A gift of one of the presets, or of another amount: typing one lets go of the preset. */
import { useState } from 'react';
import { donate } from '../../content/marketing/donate';
import { CustomAmount } from './custom-amount';
import { GiftPlan } from './gift-plan';
import { typedAmount } from './typed-amount';

const {
  custom: { invalid, ...custom },
  action,
  actionOf,
  ...plan
} = donate.plans.oneTime;

export function Once() {
  const [preset, setPreset] = useState<string | undefined>(plan.presets[1].amount);
  const [typed, setTyped] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const isNone = (text: string) => text.trim() !== '' && typedAmount(text) === undefined;
  const amount = preset ?? typedAmount(typed);
  return (
    <GiftPlan
      {...plan}
      chosen={preset}
      onChoose={setPreset}
      action={amount === undefined ? action : actionOf(amount)}
    >
      <CustomAmount
        {...custom}
        value={typed}
        error={isFaulty && preset === undefined ? invalid : undefined}
        onLeave={() => setFaulty(isNone(typed))}
        onChange={(text) => {
          setTyped(text);
          // Mended at once, found when the field is left.
          if (!isNone(text)) setFaulty(false);
          setPreset(undefined);
        }}
      />
    </GiftPlan>
  );
}
