/** The posts with their category filter. The choice stands in the address: `?category=policy-updates`. */
import { Button } from '../../components/button';
import { blog, blogCategories } from '../../content/blog';
import type { BlogPost } from '../../content/blog-posts';
import { useQueryFilters } from '../../lib/use-query-filters';
import { CategoryFilter } from './category-filter';
import { PostCard } from './post-card';

const [all, ...others] = blogCategories;
const filterOptions = { category: [all.value, ...others.map(({ value }) => value)] } as const;

function postsIn(posts: readonly BlogPost[], category: string): readonly BlogPost[] {
  const chosen = others.find(({ value }) => value === category);
  return chosen ? posts.filter((post) => post.category === chosen.label) : posts;
}

export function PostList({ posts }: { posts: readonly BlogPost[] }) {
  const { filters, setFilter, clear } = useQueryFilters(filterOptions);
  const shown = postsIn(posts, filters.category);
  const words = blog.posts;
  return (
    <>
      <div className="mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <CategoryFilter
          label={words.filterLabel}
          options={blogCategories}
          value={filters.category}
          onChange={(category) => setFilter('category', category)}
        />
        <p role="status" className="text-muted">
          {words.count(shown.length, posts.length)}
        </p>
      </div>
      {shown.length > 0 ? (
        <ul className="grid gap-6 md:grid-cols-2 lg:grid-cols-3 lg:gap-8">
          {shown.map((post) => (
            <li key={post.id}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      ) : (
        <div className="rounded-lg border border-sand-deep bg-white px-6 py-14 text-center">
          <p className="mb-5 text-lg">{words.empty}</p>
          <Button variant="secondary" onClick={clear}>
            {all.label}
          </Button>
        </div>
      )}
    </>
  );
}
