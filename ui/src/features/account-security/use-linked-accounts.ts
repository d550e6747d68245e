/** The user's identities, and the providers and wallets that can be linked. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isUsable, listIdentities, listProviders, type Provider } from '../../api/identities';

const OWN_IDENTITIES = ['own-identities'] as const;
const PROVIDERS = ['providers'] as const;

export function useLinkedAccounts() {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: OWN_IDENTITIES,
    queryFn: ({ signal }) => listIdentities(signal),
  });
  const providers = useQuery({ queryKey: PROVIDERS, queryFn: listProviders });
  const identities = list.data ?? [];
  const known: readonly Provider[] = providers.data ?? [];

  return {
    list,
    identities,
    /** False if no providers are configured and no accounts are linked. */
    isOffered: known.length > 0 || identities.length > 0,
    /** An identity remains after the operator removes its provider. */
    titleOf: (name: string) => known.find((provider) => provider.name === name)?.title ?? name,
    linkable: known.filter(
      (provider) =>
        isUsable(provider) && !identities.some((identity) => identity.provider === provider.name),
    ),
    reread: () => void queries.invalidateQueries({ queryKey: OWN_IDENTITIES }),
  };
}

export type LinkedAccountsState = ReturnType<typeof useLinkedAccounts>;
