/** The category is in the URL: `?category=policy-updates`. */
import { FilterBar, NoMatches } from '../../components/lists/filter-bar';
import { blog, blogCategories } from '../../content/publications/blog';
import type { BlogPost } from '../../content/publications/blog-posts';
import { useQueryFilters } from '../../lib/hooks/use-query-filters';
import { CategoryFilter } from './category-filter';
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
