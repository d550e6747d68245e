import type { Article } from '../article';

export const article: Article = {
  blocks: [
    'The bell rings, the doors swing, and thirty-four seventh-graders run into the gym as if it were the sea. Then they sit down on folding chairs in a circle and are silent. Joseph Begay, who has taught physical education in northern Arizona for nineteen years, looks at his watch. Ninety seconds.',
    '“People think it’s meditation,” he says. “It’s attendance.”',
    { heading: 'How it started' },
    'He used to take attendance by calling names, which took four minutes and set the wrong tone. One Monday after a bad weekend in town he could not find his voice, sat down on a chair and waited. The children brought chairs. When everyone was quiet, he could see who was missing, who had been crying and who had not eaten. He has done it that way ever since.',
    {
      quote: 'First lap around the gym, I know who slept and who didn’t. In the circle I know why.',
      by: 'Joseph Begay',
    },
    { heading: 'What happens in ninety seconds' },
    'Very little. Some students close their eyes. A boy retied his shoes, slowly, both of them. At the end Mr. Begay says the same five words, “All right. Who needs what?” and waits once more. On the day I visited, one student asked to sit out, one asked for a partner who would not talk, and one asked for the heavy ball.',
    'Then they played the loudest game of dodgeball I have ever attended.',
    { heading: 'At the forum' },
    'He told the story at his table in 2024 half as a joke, during a dialogue about student behavior. Nobody laughed. The note-taker asked him to say it again. By Sunday it stood in the report under “ways to begin,” between a morning song and a handshake, and eleven colleagues had said they would try it.',
    'We wrote to the eleven this summer. Eight are still doing it, one with ninety seconds of humming. Two tried it and found it was not for them. One had moved to a school without a gym and does it on the stairs.',
    { heading: 'The chairs' },
    'They are the detail everyone asks about. Why not on the floor? “On the floor you’re in class,” says Mr. Begay. “On a chair you’re a guest.” He sets them up himself, before the first bell, and the last class of the day puts them away. It has never been an assignment.',
  ],
};
