import { useId } from 'react';

export interface CategoryOption<Value extends string> {
  value: Value;
  label: string;
}

export interface CategoryFilterProps<Value extends string> {
  label: string;
  options: readonly CategoryOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

export function CategoryFilter<Value extends string>({
  label,
  options,
  value,
  onChange,
}: CategoryFilterProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <label key={option.value} className="relative cursor-pointer">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full"
            />
            <span className="pointer-events-none relative inline-flex min-h-11 items-center rounded-full border border-edge bg-white px-4 text-[0.98rem] font-medium peer-checked:border-ink peer-checked:bg-ink peer-checked:text-white peer-checked:underline peer-checked:decoration-gold peer-checked:decoration-2 peer-checked:underline-offset-4">
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
