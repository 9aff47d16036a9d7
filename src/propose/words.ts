import { plainName } from '../scene/roles.ts';
import { LONGEST_MEANT_NAME, withoutAccents } from '../text/names.ts';

/** What artists call things, in English, German, Spanish, French, Italian, Portuguese, Dutch, Polish and Russian, without accents. */
const WORDS = {
	door: 'door doors gate gates tur turen tuer tor pforte puerta puertas porton porte portes portail porta deur deuren poort drzwi brama дверь двери ворота',
	thing:
		'table chair bench desk crate barrel shelf cabinet locker bed sofa couch stool lamp plant pot console statue chest terminal computer tisch stuhl bank kiste fass regal schrank bett lampe pflanze truhe hocker mesa silla banco caja barril estante armario cama lampara planta cofre chaise banc caisse tonneau etagere armoire lit canape lampe plante coffre bureau tavolo sedia panca scrivania botte scaffale armadio letto divano cadeira caixa prateleira sofa tafel stoel kast kist krzeslo stol lozko szafa skrzynia столы стол стул стулья кресло диван кровать шкаф полка ящик бочка лампа сундук терминал растение',
	/** Things that somebody uses, which are models of their own in the game. */
	used: 'chest locker terminal computer footlocker truhe cofre coffre baule forziere kist skrzynia сундук терминал',
	/** Parts of a room. */
	part: 'floor floors ground wall walls ceiling roof stair stairs steps ramp boden wand wande waende decke dach treppe rampe suelo piso pared paredes techo escalera escaleras rampa sol mur murs plafond toit escalier pavimento muro soffitto tetto scala scale chao parede teto escada vloer muur trap podloga sciana sufit dach schody пол стена стены потолок крыша лестница пандус',
	/** Above people's heads. */
	roof: 'roof roofs rooftop ceiling ceilings canopy awning dach decke techo tejado toit plafond tetto soffitto telhado teto dak plafond sufit dach крыша потолок',
	water:
		'water wasser agua eau acqua woda вода ocean ozean oceano sea meer lake see lago lac river fluss rio riviere fiume река море озеро pond teich',
	stairs: 'stairs stair steps staircase ladder treppe leiter escalera escalier scala scale escada trap schody лестница',
	/** Empty nodes that mark something. */
	helper: 'target start spawn origin pivot waypoint camera light',
	collider: 'collider colliders collision collisions kollision colision physics hitbox trigger',
} as const;
type Kind = keyof typeof WORDS;

const KINDS = new Map<Kind, ReadonlySet<string>>(
	Object.entries(WORDS).map(([kind, words]) => [kind as Kind, new Set(words.split(' '))]),
);

/** True where a name has a word of a kind. */
export function isCalled(name: string, kind: Kind): boolean {
	if (name.length > LONGEST_MEANT_NAME) return false;
	const words = withoutAccents(plainName(name))
		.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
		.toLowerCase()
		.split(/[^\p{L}]+/u);
	return words.some((word) => KINDS.get(kind)?.has(word));
}

/** Names that modelling tools give to objects by default. */
export const DEFAULT_NAME =
	/^(?:p?cube|p?plane|p?sphere|p?cylinder|p?torus|cone|circle|grid|box|mesh|object|node|polysurface|geometry|group|component|empty|null|default|untitled|suzanne|entity\d+_brush)[\s_.#-]*\d*(?:[ _](?:group|component|model)\d*)*$/i;

/** Nodes that tools wrap a scene in. */
export const WRAPPER_NAME =
	/^(?:.*\.(?:fbx|glb|gltf|obj|dae|blend|skp|max)|(?:gltf_)?scene\w*|root\w*|world|level|area|sketchfab\w*|collection|armature)[\s_.-]*\d*$/i;

/** The name of a room that a text makes; empty where it makes none. */
export function roomNameOf(text: string): string {
	return withoutAccents(plainName(text))
		.replace(/\W+/g, '_')
		.replace(/^_+|_+$/g, '')
		.slice(0, 16);
}
