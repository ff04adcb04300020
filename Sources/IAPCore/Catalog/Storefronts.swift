/// The App Store's 175 storefronts, each with the currency of its price list.
package enum Storefronts {
  /// In the order of their alpha-3 codes.
  package static let all: [Storefront] = table.split(separator: "\n").compactMap { line in
    let words = line.split(separator: " ").map(String.init)
    guard words.count == 4 else { return nil }
    return Storefront(
      countryCode: words[0],
      regionCode: words[1],
      currencyCode: words[2],
      id: words[3] == "-" ? nil : words[3]
    )
  }

  /// The United States: what Xcode and every new account start with.
  package static let standard = Storefront(
    countryCode: "USA",
    regionCode: "US",
    currencyCode: "USD",
    id: "143441"
  )

  /// The storefront of an alpha-3 or alpha-2 code, in either case.
  package static func find(_ code: String) -> Storefront? {
    guard (2...3).contains(code.utf8.count) else { return nil }
    let wanted = code.uppercased()
    return all.first { $0.countryCode == wanted || $0.regionCode == wanted }
  }

  /// Alpha-3 codes that may have been meant, best first, up to three.
  package static func near(_ text: String) -> [String] {
    // The one usual code that is none of ISO 3166's.
    let meant = text.uppercased() == "UK" ? ["GBR"] : []
    let near = NearNames.of(text, among: all.map(\.countryCode))
    return Array((meant + near.filter { !meant.contains($0) }).prefix(3))
  }
}

/// Alpha-3 code, alpha-2 code, currency, Apple's number (`-`: not known); as of 2026.
private let table = """
  AFG AF USD -
  AGO AO USD 143564
  AIA AI USD 143538
  ALB AL USD -
  ARE AE AED 143481
  ARG AR USD 143505
  ARM AM USD 143524
  ATG AG USD -
  AUS AU AUD 143460
  AUT AT EUR 143445
  AZE AZ USD 143568
  BEL BE EUR 143446
  BEN BJ USD -
  BFA BF USD -
  BGR BG EUR 143526
  BHR BH USD 143559
  BHS BS USD -
  BIH BA EUR -
  BLR BY USD 143565
  BLZ BZ USD 143555
  BMU BM USD 143542
  BOL BO USD 143556
  BRA BR BRL 143503
  BRB BB USD 143541
  BRN BN USD 143560
  BTN BT USD -
  BWA BW USD 143525
  CAN CA CAD 143455
  CHE CH CHF 143459
  CHL CL CLP 143483
  CHN CN CNY 143465
  CIV CI USD -
  CMR CM USD -
  COD CD USD -
  COG CG USD -
  COL CO COP 143501
  CPV CV USD -
  CRI CR USD 143495
  CYM KY USD 143544
  CYP CY EUR 143557
  CZE CZ CZK 143489
  DEU DE EUR 143443
  DMA DM USD 143545
  DNK DK DKK 143458
  DOM DO USD -
  DZA DZ USD 143563
  ECU EC USD 143509
  EGY EG EGP 143516
  ESP ES EUR 143454
  EST EE EUR 143518
  FIN FI EUR 143447
  FJI FJ USD -
  FRA FR EUR 143442
  FSM FM USD -
  GAB GA USD -
  GBR GB GBP 143444
  GEO GE USD -
  GHA GH USD 143573
  GMB GM USD -
  GNB GW USD -
  GRC GR EUR 143448
  GRD GD USD 143546
  GTM GT USD 143504
  GUY GY USD 143553
  HKG HK HKD 143463
  HND HN USD 143510
  HRV HR EUR 143494
  HUN HU HUF 143482
  IDN ID IDR 143476
  IND IN INR 143467
  IRL IE EUR 143449
  IRQ IQ USD -
  ISL IS USD 143558
  ISR IL ILS 143491
  ITA IT EUR 143450
  JAM JM USD 143511
  JOR JO USD 143528
  JPN JP JPY 143462
  KAZ KZ KZT -
  KEN KE USD 143529
  KGZ KG USD -
  KHM KH USD -
  KNA KN USD -
  KOR KR KRW 143466
  KWT KW USD 143493
  LAO LA USD -
  LBN LB USD 143497
  LBR LR USD -
  LBY LY USD -
  LCA LC USD -
  LKA LK USD 143486
  LTU LT EUR 143520
  LUX LU EUR 143451
  LVA LV EUR 143519
  MAC MO USD 143515
  MAR MA USD -
  MDA MD USD -
  MDG MG USD 143531
  MDV MV USD -
  MEX MX MXN 143468
  MKD MK USD 143530
  MLI ML USD 143532
  MLT MT EUR 143521
  MMR MM USD -
  MNE ME EUR -
  MNG MN USD -
  MOZ MZ USD -
  MRT MR USD -
  MSR MS USD 143547
  MUS MU USD 143533
  MWI MW USD -
  MYS MY MYR 143473
  NAM NA USD -
  NER NE USD 143534
  NGA NG NGN 143561
  NIC NI USD 143512
  NLD NL EUR 143452
  NOR NO NOK 143457
  NPL NP USD 143484
  NRU NR USD -
  NZL NZ NZD 143461
  OMN OM USD 143562
  PAK PK PKR 143477
  PAN PA USD 143485
  PER PE PEN 143507
  PHL PH PHP 143474
  PLW PW USD -
  PNG PG USD -
  POL PL PLN 143478
  PRT PT EUR 143453
  PRY PY USD 143513
  QAT QA QAR 143498
  ROU RO RON 143487
  RUS RU RUB 143469
  RWA RW USD -
  SAU SA SAR 143479
  SEN SN USD 143535
  SGP SG SGD 143464
  SLB SB USD -
  SLE SL USD -
  SLV SV USD 143506
  SRB RS EUR -
  STP ST USD -
  SUR SR USD 143554
  SVK SK EUR 143496
  SVN SI EUR 143499
  SWE SE SEK 143456
  SWZ SZ USD -
  SYC SC USD -
  TCA TC USD -
  TCD TD USD -
  THA TH THB 143475
  TJK TJ USD -
  TKM TM USD -
  TON TO USD -
  TTO TT USD -
  TUN TN USD 143536
  TUR TR TRY 143480
  TWN TW TWD 143470
  TZA TZ TZS 143572
  UGA UG USD 143537
  UKR UA USD 143492
  URY UY USD 143514
  USA US USD 143441
  UZB UZ USD 143566
  VCT VC USD -
  VEN VE USD 143502
  VGB VG USD 143543
  VNM VN VND 143471
  VUT VU USD -
  XKS XK EUR -
  YEM YE USD 143571
  ZAF ZA ZAR 143472
  ZMB ZM USD -
  ZWE ZW USD -
  """
