import { Link } from 'react-router-dom';
import { Picture } from '../../components/pictures/picture';
import { Section } from '../../components/layout/section';
import { postPath } from '../../content/publications/article-titles';
import { blog } from '../../content/publications/blog';
import { featuredPost } from '../../content/publications/blog-posts';
import { PostLine } from '../../features/blog/post-line';

export function FeaturedStory() {
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
