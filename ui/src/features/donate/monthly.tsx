/** A gift of one of the presets each month. */
import { useState } from 'react';
import { donate } from '../../content/marketing/donate';
import { GiftPlan } from './gift-plan';

const { actionOf, ...plan } = donate.plans.monthly;

export function Monthly() {
  const [preset, setPreset] = useState<string>(plan.presets[1].amount);
  return <GiftPlan {...plan} chosen={preset} onChoose={setPreset} action={actionOf(preset)} />;
}
