import { Card } from '../../components/layout/card';
import { PageHero } from '../../components/layout/page-hero';
import { Section } from '../../components/layout/section';
import { blog, blogCategories } from '../../content/publications/blog';
import { type BlogPost, blogPosts, featuredPost } from '../../content/publications/blog-posts';
import { newsletter } from '../../content/marketing/newsletter';
import { NewsletterForm } from '../../features/public-forms/newsletter-form';
import { Button } from '../../components/controls/button';
import { TextField } from '../../components/forms/fields';
import { useId } from 'react';
import { FilterBar, NoMatches } from '../../components/lists/filter-bar';
import { useQueryFilters } from '../../lib/hooks/use-query-filters';
import { PostCard, PostLine } from '../../features/blog/post-card';
import { Link } from 'react-router-dom';
import { Picture } from '../../components/pictures/picture';
import { postPath } from '../../content/publications/article-titles';

export function BlogPage() {
  return (
    <>
      <PageHero eyebrow={blog.eyebrow} title={blog.title} lead={blog.lead} picture={blog.scene} />
      <FeaturedStory />
      <Section labelledBy="latest-posts">
        <h2 id="latest-posts" className="mb-6 text-[1.75rem] sm:text-4xl">
          {blog.posts.title}
        </h2>
        <PostList posts={blogPosts} />
      </Section>
      <Section tone="sand" className="grid items-center gap-12 lg:grid-cols-[1fr_1.4fr] lg:gap-16">
        <PopularTags />
        <Newsletter />
      </Section>
    </>
  );
}

function PopularTags() {
  const { title, lead, labels } = blog.tags;
  return (
    <div>
      <h2 className="text-[1.5rem]">{title}</h2>
      <p className="mt-2 mb-5 text-muted">{lead}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-2.5">
        {labels.map((label) => (
          <li key={label} className="flex items-center gap-2.5 font-medium">
            <span aria-hidden="true" className="h-3 w-2 rounded-doorway bg-clay" />
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Newsletter() {
  const { title, lead, email, firstName, submit } = blog.newsletter;
  return (
    <Card data-print="hide">
      <h2 className="text-[1.75rem] sm:text-4xl">{title}</h2>
      <p className="mt-2 mb-6 text-muted">{lead}</p>
      <NewsletterForm form="blog" nameField="firstName">
        {({ busy, errorOf }) => (
          <>
            <p className="text-[0.95rem] text-muted">{newsletter.starred}</p>
            <TextField
              label={email}
              name="email"
              type="email"
              autoComplete="email"
              required
              error={errorOf('email')}
            />
            <TextField
              label={firstName}
              name="firstName"
              autoComplete="given-name"
              error={errorOf('firstName')}
            />
            <Button type="submit" size="large" busy={busy} className="justify-self-start">
              {submit}
            </Button>
          </>
        )}
      </NewsletterForm>
    </Card>
  );
}

const [all, ...others] = blogCategories;
const filterOptions = { category: [all.value, ...others.map(({ value }) => value)] } as const;

function postsIn(posts: readonly BlogPost[], category: string): readonly BlogPost[] {
  const chosen = others.find(({ value }) => value === category);
  return chosen ? posts.filter((post) => post.category === chosen.label) : posts;
}

/** The category is in the URL: `?category=policy-updates`. */
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

function CategoryFilter(props: { value: string; onChange: (value: string) => void }) {
  const { value, onChange } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{blog.posts.filterLabel}</legend>
      <div className="flex flex-wrap gap-2">
        {blogCategories.map((option) => (
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

function FeaturedStory() {
  return (
    <Section tone="white" labelledBy="featured-story">
      <h2 id="featured-story" className="mb-6 text-[1.75rem] sm:mb-8 sm:text-4xl">
        {blog.featured.title}
      </h2>
      <article
        id={featuredPost.id}
        className="relative grid overflow-hidden rounded-lg border border-sand-deep bg-paper shadow-page lg:grid-cols-[1.15fr_1fr]"
      >
        <Picture
          src={featuredPost.image}
          alt={featuredPost.imageAlt}
          width={480}
          height={270}
          className="aspect-video size-full border-b border-sand-deep bg-sand object-cover lg:border-r lg:border-b-0"
        />
        <div className="flex flex-col justify-center p-6 sm:p-10">
          <p className="eyebrow text-clay">{featuredPost.category}</p>
          <h3 className="mt-2 text-3xl sm:text-[2.2rem]">
            <Link
              to={postPath(featuredPost.id)}
              className="after:absolute after:inset-0 hover:underline"
            >
              {featuredPost.title}
            </Link>
          </h3>
          <p className="mt-4 mb-6 text-lg">{featuredPost.excerpt}</p>
          <PostLine post={featuredPost} />
        </div>
      </article>
    </Section>
  );
}
