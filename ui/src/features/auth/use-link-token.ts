/** The token in the fragment of a mail's link. Empty if the link holds none. */
import { useFragment } from './use-fragment';

export const useLinkToken = (): string => new URLSearchParams(useFragment()).get('token') ?? '';
