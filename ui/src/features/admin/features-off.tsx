/** Tells the first administrator once what an operator can switch on. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { firstAdministrator } from '../../api/users';
import { Button } from '../../components/controls/button';
import { Alert } from '../../components/feedback/alert';
import { admin } from '../../content/membership/admin';
import { readChoice, type StorageKey, storeChoice } from '../../lib/browser/browser-storage';
import { type Feature, hasFeature } from '../../lib/browser/site';

/** The id of the administrator who dismissed it. */
const KEY: StorageKey = 'educators-forum.features-off';
const words = admin.off;
const what: Readonly<Record<Feature, string>> = words.what;

export function FeaturesOff({ userId, onDismiss }: { userId: string; onDismiss: () => void }) {
  const [isDismissed, setDismissed] = useState(() => readChoice(KEY) === userId);
  const off = (Object.keys(what) as Feature[]).filter((feature) => !hasFeature(feature));
  const isNews = off.length > 0 && !isDismissed;
  const { data: first } = useQuery({
    queryKey: ['first-administrator'],
    queryFn: ({ signal }) => firstAdministrator(signal),
    enabled: isNews,
    staleTime: Infinity,
  });
  if (!isNews || first !== userId) return null;
  const dismiss = () => {
    storeChoice(KEY, userId);
    setDismissed(true);
    onDismiss();
  };
  return (
    <Alert title={words.title} className="mt-4">
      <p>{words.text}</p>
      <dl className="mt-2 grid gap-x-8 gap-y-2 md:grid-cols-2">
        {off.map((feature) => (
          <div key={feature} className="flex flex-wrap gap-x-2">
            <dt className="font-mono">{feature}</dt>
            <dd className="text-muted">{what[feature]}</dd>
          </div>
        ))}
      </dl>
      <Button variant="secondary" className="mt-3" onClick={dismiss}>
        {words.dismiss}
      </Button>
    </Alert>
  );
}
