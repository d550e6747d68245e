/** The category is in the URL: `?category=policy-updates`. */
import { useId } from 'react';
import { FilterBar, NoMatches } from '../../components/lists/filter-bar';
import { blog, blogCategories } from '../../content/publications/blog';
import type { BlogPost } from '../../content/publications/blog-posts';
import { useQueryFilters } from '../../lib/hooks/use-query-filters';
import { PostCard } from './post-card';

const [all, ...others] = blogCategories;
const filterOptions = { category: [all.value, ...others.map(({ value }) => value)] } as const;

function postsIn(posts: readonly BlogPost[], category: string): readonly BlogPost[] {
  const chosen = others.find(({ value }) => value === category);
  return chosen ? posts.filter((post) => post.category === chosen.label) : posts;
}

export function PostList({ posts }: { posts: readonly BlogPost[] }) {
  const { filters, isFiltered, setFilter, clear } = useQueryFilters(filterOptions);
  const shown = postsIn(posts, filters.category);
  const words = blog.posts;
  return (
    <>
      <FilterBar
        label={words.filters}
        status={words.count(shown.length, posts.length)}
        clear={words.clear}
        isFiltered={isFiltered}
        onClear={clear}
      >
        <CategoryFilter
          label={words.filterLabel}
          options={blogCategories}
          value={filters.category}
          onChange={(category) => setFilter('category', category)}
        />
      </FilterBar>
      <div className="mt-8">
        {shown.length === 0 ? (
          <NoMatches title={words.empty.title}>{words.empty.text}</NoMatches>
        ) : (
          <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3 lg:gap-8">
            {shown.map((post) => (
              <li key={post.id}>
                <PostCard post={post} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

interface CategoryOption<Value extends string> {
  value: Value;
  label: string;
}

interface CategoryFilterProps<Value extends string> {
  label: string;
  options: readonly CategoryOption<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

function CategoryFilter<Value extends string>({
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
