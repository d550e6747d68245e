/** The providers and wallets that sign in here. Without an answer there are none: the forms stand on their own. */
import { useEffect, useState } from 'react';
import { isUsable, listProviders, type Provider } from '../../../api/identities';

export function useProviders(): readonly Provider[] {
  const [providers, setProviders] = useState<readonly Provider[]>([]);
  useEffect(() => {
    let left = false;
    listProviders()
      .then((all) => {
        if (!left) setProviders(all.filter(isUsable));
      })
      .catch((cause: unknown) => console.warn('The providers could not be loaded.', cause));
    return () => {
      left = true;
    };
  }, []);
  return providers;
}
