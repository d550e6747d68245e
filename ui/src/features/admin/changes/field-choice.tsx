/** The answers that the applicant may change, grouped like the form. */
import { useId } from 'react';
import { Button } from '../../../components/controls/button';
import { FieldError } from '../../../components/forms/field-frame';
import { application } from '../../../content/membership/application';
import {
  changeableLabel,
  type ChangeableName,
  changeableOf,
  changeRequests,
} from '../../../content/membership/change-requests';

const words = changeRequests.ask;
const STEPS = [1, 2, 3] as const;

type Props = {
  chosen: readonly ChangeableName[];
  onChoose(chosen: readonly ChangeableName[]): void;
  error: string | undefined;
};

export function FieldChoice({ chosen, onChoose, error }: Props) {
  const id = useId();
  const choose = (names: readonly ChangeableName[], isChosen: boolean) =>
    onChoose([...chosen.filter((name) => !names.includes(name)), ...(isChosen ? names : [])]);
  return (
    <fieldset aria-describedby={`${id}-count ${id}-error`} className="min-w-0">
      <legend className="font-semibold">{words.fields}</legend>
      <p id={`${id}-count`} className="text-[0.95rem] text-muted">
        {words.chosen(chosen.length)}
      </p>
      <FieldError id={id} error={error} />
      <div className="mt-2 space-y-3">
        {STEPS.map((step) => {
          const names = changeableOf(step);
          const group = application.steps[step];
          const isAll = names.every((name) => chosen.includes(name));
          return (
            <div key={step} role="group" aria-label={group}>
              <div className="flex items-center justify-between gap-3">
                <p className="text-sm text-muted">{group}</p>
                <Button
                  variant="ghost"
                  size="small"
                  className="-mr-3 underline underline-offset-4 max-sm:min-h-11"
                  aria-label={isAll ? words.noneOf(group) : words.allOf(group)}
                  onClick={() => choose(names, !isAll)}
                >
                  {isAll ? words.none : words.all}
                </Button>
              </div>
              <div className="flex flex-wrap gap-2">
                {names.map((name) => (
                  <label
                    key={name}
                    className="relative flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-edge bg-white py-1 pr-3.5 pl-2.5 text-[0.95rem] leading-tight hover:bg-sand has-checked:border-evergreen has-checked:bg-mint has-checked:text-evergreen max-sm:min-h-11"
                  >
                    <input
                      type="checkbox"
                      name="fields"
                      value={name}
                      checked={chosen.includes(name)}
                      onChange={({ target }) => choose([name], target.checked)}
                      className="size-4.5 shrink-0 accent-evergreen"
                    />
                    {changeableLabel(name)}
                  </label>
                ))}
              </div>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
