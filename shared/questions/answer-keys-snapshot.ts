// Written by `npm run generate`. Review its diff: it is what a partner's own systems must
// take.
/** Each line: a key, the kind of its question, the characters it takes, the copy of a repeated block. */
export const answerKeysSnapshot = `/about
first_name text 45
middle_name text 45
last_name text 45
suffix select
preferred_name text 45
gender select
birth_date date
phone_mobile phone 45
phone_home phone 45
phone_international text 45
optin_sms_ind checkbox
country select
address_line_1 autocomplete 90
address_line_2 text 90
city text 45
state dependentSelect
zip text 45
mailing_addr_same_as_perm_addr checkbox
mailing_country select
mailing_address_line_1 autocomplete 90
mailing_address_line_2 text 90
mailing_city text 45
mailing_state dependentSelect
mailing_zip text 45
mailing_addr_effective_date date
citizenship_type radio
citizenship select
alien_registration_number text 45
ethnicity radio
race_american_indian checkboxes
race_asian checkboxes
race_black checkboxes
race_native_hawaiian checkboxes
race_white checkboxes
military_status radio
military_dependent radio
parent_relationship select parent#1
parent_prefix select parent#1
parent_first_name text 45 parent#1
parent_last_name text 45 parent#1
parent_email_address email 90 parent#1
parent_phone phone 45 parent#1
parent_phone_type select parent#1
parent_phone_international text 45 parent#1
parent_communication_preference radio parent#1
parent_msu_employee radio parent#1
parent_addr_same_as_stu_perm checkbox parent#1
parent_country select parent#1
parent_address_line_1 autocomplete 90 parent#1
parent_address_line_2 text 90 parent#1
parent_city text 45 parent#1
parent_state dependentSelect parent#1
parent_zip text 45 parent#1
parent_2_relationship select parent#2
parent_2_prefix select parent#2
parent_2_first_name text 45 parent#2
parent_2_last_name text 45 parent#2
parent_2_email_address email 90 parent#2
parent_2_phone phone 45 parent#2
parent_2_phone_type select parent#2
parent_2_phone_international text 45 parent#2
parent_2_msu_employee radio parent#2
parent_2_addr_same_as_stu_perm checkbox parent#2
parent_2_country select parent#2
parent_2_address_line_1 autocomplete 90 parent#2
parent_2_address_line_2 text 90 parent#2
parent_2_city text 45 parent#2
parent_2_state dependentSelect parent#2
parent_2_zip text 45 parent#2
legacy_ind radio
legacy_first_name text 45 legacy#1
legacy_last_name text 45 legacy#1
legacy_relationship select legacy#1
legacy_2_first_name text 45 legacy#2
legacy_2_last_name text 45 legacy#2
legacy_2_relationship select legacy#2
legacy_3_first_name text 45 legacy#3
legacy_3_last_name text 45 legacy#3
legacy_3_relationship select legacy#3
legacy_4_first_name text 45 legacy#4
legacy_4_last_name text 45 legacy#4
legacy_4_relationship select legacy#4
michigan_residence radio
michigan_residence_city text 45
residence_duration text 45
residence_state select
ntl_apply_alert notice

/education
entry_term select
applied_major select
mtech_influence select
hs_name autocomplete 90
hs_ceeb text 45
hs_country select
hs_address_line_1 text 90
hs_city text 45
hs_state dependentSelect
hs_zip text 45
grad_month monthYear
grad_year monthYear
counselor_first_name text 45
counselor_last_name text 45
counselor_email_address email 90
counselor_phone_international text 45
hs_college_course radio
college_name autocomplete 90 college#1
college_ceeb text 45 college#1
college_country select college#1
college_address_line_1 text 90 college#1
college_city text 45 college#1
college_state dependentSelect college#1
college_zip text 45 college#1
college_2_name autocomplete 90 college#2
college_2_ceeb text 45 college#2
college_2_country select college#2
college_2_address_line_1 text 90 college#2
college_2_city text 45 college#2
college_2_state dependentSelect college#2
college_2_zip text 45 college#2
college_3_name autocomplete 90 college#3
college_3_ceeb text 45 college#3
college_3_country select college#3
college_3_address_line_1 text 90 college#3
college_3_city text 45 college#3
college_3_state dependentSelect college#3
college_3_zip text 45 college#3
college_4_name autocomplete 90 college#4
college_4_ceeb text 45 college#4
college_4_country select college#4
college_4_address_line_1 text 90 college#4
college_4_city text 45 college#4
college_4_state dependentSelect college#4
college_4_zip text 45 college#4
college_5_name autocomplete 90 college#5
college_5_ceeb text 45 college#5
college_5_country select college#5
college_5_address_line_1 text 90 college#5
college_5_city text 45 college#5
college_5_state dependentSelect college#5
college_5_zip text 45 college#5
senior_course_name text 45 senior_course#1
senior_course_semester select senior_course#1
senior_course_2_name text 45 senior_course#2
senior_course_2_semester select senior_course#2
senior_course_3_name text 45 senior_course#3
senior_course_3_semester select senior_course#3
senior_course_4_name text 45 senior_course#4
senior_course_4_semester select senior_course#4
senior_course_5_name text 45 senior_course#5
senior_course_5_semester select senior_course#5
senior_course_6_name text 45 senior_course#6
senior_course_6_semester select senior_course#6
senior_course_7_name text 45 senior_course#7
senior_course_7_semester select senior_course#7
senior_course_8_name text 45 senior_course#8
senior_course_8_semester select senior_course#8
senior_course_9_name text 45 senior_course#9
senior_course_9_semester select senior_course#9
senior_course_10_name text 45 senior_course#10
senior_course_10_semester select senior_course#10
hs_gpa text 45
gpa_scale select
gpa_scale_other text 45
transcript_document document
test_optional radio
sat_taken radio
sat_score_reading_writing text 45
sat_score_math text 45
sat_test_month monthYear
sat_test_year monthYear
retake_sat radio
sat_taken_unsure checkbox
sat_plan_month monthYear
sat_plan_year monthYear
act_taken radio
act_score_english text 45
act_score_reading text 45
act_score_science text 45
act_score_math text 45
act_score_composite text 45
act_test_month monthYear
act_test_year monthYear
retake_act radio
act_taken_unsure checkbox
act_plan_month monthYear
act_plan_year monthYear
activity_name text 45 activity#1
activity_category select activity#1
activity_position text 45 activity#1
activity_award text 45 activity#1
activity_2_name text 45 activity#2
activity_2_category select activity#2
activity_2_position text 45 activity#2
activity_2_award text 45 activity#2
activity_3_name text 45 activity#3
activity_3_category select activity#3
activity_3_position text 45 activity#3
activity_3_award text 45 activity#3
activity_4_name text 45 activity#4
activity_4_category select activity#4
activity_4_position text 45 activity#4
activity_4_award text 45 activity#4
activities_document document
honors_name text 45 honors#1
honors_2_name text 45 honors#2
honors_3_name text 45 honors#3
honors_4_name text 45 honors#4

/final-steps
felony radio
felony_comment textarea 7000
felony_document document
conviction radio
conviction_comment textarea 7000
conviction_document document
legal_agree checkbox
grant_counselor_agree checkbox
`;
