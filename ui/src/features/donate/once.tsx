/** A gift of one of the presets, or of another amount: typing one lets go of the preset. */
import { useState } from 'react';
import { donate } from '../../content/donate';
import { CustomAmount } from './custom-amount';
import { GiftPlan } from './gift-plan';
import { typedAmount } from './typed-amount';

const { custom, action, actionOf, ...plan } = donate.plans.oneTime;

export function Once() {
  const [preset, setPreset] = useState<string | undefined>(plan.presets[1].amount);
  const [typed, setTyped] = useState('');
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
        onChange={(text) => {
          setTyped(text);
          setPreset(undefined);
        }}
      />
    </GiftPlan>
  );
}
