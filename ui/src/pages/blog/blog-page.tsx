import { Card } from '../../components/layout/card';
import { PageHero } from '../../components/layout/page-hero';
import { Section } from '../../components/layout/section';
import { blog } from '../../content/publications/blog';
import { blogPosts } from '../../content/publications/blog-posts';
import { PostList } from '../../features/blog/post-list';
import { BlogNewsletter } from '../../features/newsletter/blog-newsletter';
import { FeaturedStory } from './featured-story';

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
  const { title, lead } = blog.newsletter;
  return (
    <Card data-print="hide">
      <h2 className="text-[1.75rem] sm:text-4xl">{title}</h2>
      <p className="mt-2 mb-6 text-muted">{lead}</p>
      <BlogNewsletter />
    </Card>
  );
}
