import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { noAnswers } from '../answers';
import { createDraft } from './application-draft';
import { useDraftForm } from './use-draft';

test('a change made while the form is being created reaches the form', () => {
  const draft = createDraft('ada');
  const saved = { ...noAnswers, city: 'Tampa' };
  vi.spyOn(draft, 'answers').mockReturnValueOnce(noAnswers).mockReturnValue(saved);
  const change = vi.spyOn(draft, 'change');
  const { result } = renderHook(() => useDraftForm(draft));
  expect(result.current.getValues('city')).toBe('Tampa');
  result.current.setValue('state', 'Florida');
  expect(change).toHaveBeenLastCalledWith(
    expect.objectContaining({ city: 'Tampa', state: 'Florida' }),
  );
  draft.end();
});
