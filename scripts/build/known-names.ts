// Names that people make passwords of and that breaches before 2020 have seldom: written by hand in November
// 2026, from Wikipedia's lists of the best-selling video games, the most-streamed artists, the most valuable
// brands, the teams of the NFL, NBA, MLB, NHL and MLS, the largest European football clubs, and the
// universities of the states.

const brands = `
  iphone ipad macbook airpods android samsung galaxy google youtube netflix spotify tiktok instagram facebook whatsapp snapchat discord twitch
  amazon walmart starbucks mcdonalds cocacola pepsi nike jordan adidas supreme gucci louisvuitton balenciaga chanel rolex tesla ferrari
  lamborghini porsche mercedes bmw audi toyota honda chevrolet corvette mustang jeep disney pixar marvel avengers spiderman batman superman
  ironman starwars skywalker harrypotter hogwarts gryffindor hufflepuff strangerthings gameofthrones breakingbad theoffice chatgpt openai
  playstation nintendo xbox gamecube
`;
const games = `
  roblox fortnite minecraft callofduty warzone modernwarfare blackops apexlegends leagueoflegends valorant overwatch counterstrike
  worldofwarcraft warcraft starcraft hearthstone diablo amongus fallguys pokemon pokemongo pikachu charizard animalcrossing zelda supermario
  mariokart smashbros sonic grandtheftauto reddead cyberpunk eldenring darksouls skyrim fallout halo destiny rocketleague fifa madden
  clashroyale clashofclans brawlstars candycrush genshinimpact godofwar assassinscreed residentevil finalfantasy streetfighter mortalkombat
  stardewvalley terraria
`;
const artists = `
  taylorswift swiftie ladygaga billieeilish arianagrande oliviarodrigo dualipa selenagomez justinbieber harrystyles shawnmendes edsheeran
  brunomars postmalone kanyewest kendricklamar travisscott jcole lilwayne nickiminaj cardib meganthee drake eminem rihanna beyonce badbunny
  shakira theweeknd coldplay maroonfive imaginedragons onedirection blackpink twice straykids newjeans seventeen enhypen bangtan jungkook
  taehyung jimin metallica nirvana greenday linkinpark mychemicalromance fleetwoodmac queen beatles michaeljackson whitneyhouston dojacat
  sabrinacarpenter zachbryan morganwallen lukecombs
`;
const teams = `
  arizonacardinals atlantafalcons baltimoreravens buffalobills carolinapanthers chicagobears cincinnatibengals clevelandbrowns dallascowboys
  denverbroncos detroitlions greenbaypackers houstontexans indianapoliscolts jacksonvillejaguars kansascitychiefs lasvegasraiders
  losangeleschargers losangelesrams miamidolphins minnesotavikings newenglandpatriots neworleanssaints newyorkgiants newyorkjets
  philadelphiaeagles pittsburghsteelers seattleseahawks tampabaybuccaneers tennesseetitans
  atlantahawks bostonceltics brooklynnets charlottehornets chicagobulls clevelandcavaliers dallasmavericks denvernuggets detroitpistons
  goldenstatewarriors houstonrockets indianapacers losangelesclippers losangeleslakers memphisgrizzlies miamiheat milwaukeebucks newyorkknicks
  orlandomagic phoenixsuns portlandblazers sacramentokings sanantoniospurs torontoraptors utahjazz washingtonwizards
  atlantabraves bostonredsox chicagocubs chicagowhitesox cincinnatireds clevelandguardians coloradorockies detroittigers houstonastros
  kansascityroyals losangelesangels losangelesdodgers miamimarlins milwaukeebrewers minnesotatwins newyorkmets newyorkyankees oaklandathletics
  philadelphiaphillies pittsburghpirates sandiegopadres seattlemariners stlouiscardinals tampabayrays texasrangers torontobluejays
  washingtonnationals
  bostonbruins buffalosabres calgaryflames chicagoblackhawks coloradoavalanche dallasstars detroitredwings edmontonoilers floridapanthers
  losangeleskings minnesotawild montrealcanadiens nashvillepredators newjerseydevils newyorkrangers newyorkislanders philadelphiaflyers
  pittsburghpenguins sanjosesharks seattlekraken stlouisblues tampabaylightning torontomapleleafs vegasgoldenknights washingtoncapitals
  intermiami atlantaunited seattlesounders lafc lagalaxy
  manchesterunited manchestercity liverpool arsenal chelsea tottenham tottenhamhotspur realmadrid barcelona atleticomadrid juventus intermilan
  acmilan bayernmunich borussiadortmund parissaintgermain ajax benfica celtic
  redwings pistons lakers celtics yankees dodgers cowboys steelers packers seahawks patriots
`;
const universities = `
  michiganstate ohiostate pennstate floridastate arizonastate oregonstate kansasstate iowastate oklahomastate mississippistate coloradostate
  washingtonstate boisestate sandiegostate fresnostate texasam texastech virginiatech georgiatech notredame harvard yale princeton stanford
  cornell columbia dartmouth brownuniversity uconn ucla berkeley michigan wolverines spartans buckeyes longhorns crimsontide hoosiers
  badgers wildcats bulldogs sundevils
`;

/** Written as in a password, without spaces. */
export const knownNames: readonly string[] = [brands, games, artists, teams, universities].flatMap((list) =>
  list.trim().split(/\s+/),
);
