/** Fictitious people who are named and shown on the public pages. */
import andrewKim from '../../pictures/people/andrew-kim.svg';
import angelaBrooks from '../../pictures/people/angela-brooks.svg';
import deniseFairfax from '../../pictures/people/denise-fairfax.svg';
import devonCarter from '../../pictures/people/devon-carter.svg';
import eleanorWhitfield from '../../pictures/people/eleanor-whitfield.svg';
import graceNakamura from '../../pictures/people/grace-nakamura.svg';
import hannahLindqvist from '../../pictures/people/hannah-lindqvist.svg';
import jamesWhitehorse from '../../pictures/people/james-whitehorse.svg';
import josephBegay from '../../pictures/people/joseph-begay.svg';
import katherineNovak from '../../pictures/people/katherine-novak.svg';
import leilaHaddad from '../../pictures/people/leila-haddad.svg';
import luisHerrera from '../../pictures/people/luis-herrera.svg';
import marcusBell from '../../pictures/people/marcus-bell.svg';
import mariaAlvarez from '../../pictures/people/maria-alvarez.svg';
import priyaRaman from '../../pictures/people/priya-raman.svg';
import rosaDelgado from '../../pictures/people/rosa-delgado.svg';
import samuelOrtiz from '../../pictures/people/samuel-ortiz.svg';
import thomasOkafor from '../../pictures/people/thomas-okafor.svg';
import williamHayes from '../../pictures/people/william-hayes.svg';

export interface Person {
  name: string;
  /** URL of the drawing: square, with a transparent background. */
  image: string;
  /** A photo, cropped to a square, replaces the drawing on the pages. Its text says what it shows. */
  photo?: { readonly src: string; readonly alt: string };
}

export const people = {
  eleanorWhitfield: { name: 'Eleanor Whitfield', image: eleanorWhitfield },
  marcusBell: { name: 'Dr. Marcus Bell', image: marcusBell },
  rosaDelgado: { name: 'Rosa Delgado', image: rosaDelgado },
  thomasOkafor: { name: 'Thomas Okafor', image: thomasOkafor },
  hannahLindqvist: { name: 'Dr. Hannah Lindqvist', image: hannahLindqvist },
  jamesWhitehorse: { name: 'James Whitehorse', image: jamesWhitehorse },
  priyaRaman: { name: 'Priya Raman', image: priyaRaman },
  mariaAlvarez: { name: 'Maria Alvarez', image: mariaAlvarez },
  devonCarter: { name: 'Devon Carter', image: devonCarter },
  graceNakamura: { name: 'Grace Nakamura', image: graceNakamura },
  luisHerrera: { name: 'Luis Herrera', image: luisHerrera },
  angelaBrooks: { name: 'Angela Brooks', image: angelaBrooks },
  samuelOrtiz: { name: 'Samuel Ortiz', image: samuelOrtiz },
  katherineNovak: { name: 'Katherine Novak', image: katherineNovak },
  williamHayes: { name: 'William Hayes', image: williamHayes },
  leilaHaddad: { name: 'Leila Haddad', image: leilaHaddad },
  josephBegay: { name: 'Joseph Begay', image: josephBegay },
  deniseFairfax: { name: 'Denise Fairfax', image: deniseFairfax },
  andrewKim: { name: 'Andrew Kim', image: andrewKim },
} as const satisfies Record<string, Person>;
