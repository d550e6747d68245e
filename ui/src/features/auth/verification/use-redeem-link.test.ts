import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { serve } from '../../../../test/api/mock-api';
import { withRealSession } from '../../../../test/api/real-session';
import { verified } from '../../../../test/api/recovery';
import { useRedeemLink } from './use-redeem-link';

withRealSession();

test('a press after the link is redeemed does not redeem it again', async () => {
  const sent = serve('post /api/auth/verifications', verified);
  const { result } = renderHook(() => useRedeemLink('secret', vi.fn<() => void>()));
  const then = vi.fn<() => void>();
  await act(() => result.current.press(then));
  await act(() => result.current.press(then));
  expect(sent).toHaveLength(1);
  expect(then).toHaveBeenCalledOnce();
});
