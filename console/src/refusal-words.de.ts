export const words = {
  app_not_found: 'Diese App gibt es nicht, oder Sie haben keinen Zugang zu ihr.',
  agent_not_found: 'Diesen Agenten gibt es nicht, oder Sie haben keinen Zugang zu ihm.',
  not_an_agent: 'Dies ist eine App, kein Agent; mit ihr kann man nicht sprechen.',
  webhook_not_found: 'Dieser Webhook wurde gelöscht.',
  delivery_not_found: 'Diese Zustellung wird nicht mehr aufbewahrt.',
  message_not_found: 'Diese Nachricht wurde schon gelöscht.',
  message_in_progress: 'Die Antwort entsteht noch. Versuchen Sie es gleich noch einmal.',
  model_unavailable: 'Das Sprachmodell antwortet gerade nicht. Ihre Nachricht ist aufbewahrt.',
  entity_not_found: 'Diese Entität wurde gelöscht.',
  record_not_found: 'Dieser Datensatz wurde gelöscht, oder Sie dürfen ihn nicht sehen.',
  row_rule_refused: 'Die Regeln dieser Entität erlauben Ihnen das mit diesem Datensatz nicht.',
  field_rule_refused: 'Die Regeln dieser Entität erlauben Ihnen nicht, einige dieser Felder zu schreiben.',
  function_not_found: 'Diese Funktion wurde gelöscht.',
  functions_unavailable:
    'Sie brauchen Deno. Führen Sie npm install im Ordner von Atrium aus, das es für Linux und macOS mitbringt, und starten Sie Atrium neu.',
  deployment_not_found: 'Diese Version wird nicht mehr aufbewahrt.',
  secret_not_found: 'Dieses Geheimnis wurde schon gelöscht.',
  workflow_not_found: 'Diesen Workflow gibt es nicht, oder er wurde archiviert.',
  run_not_found: 'Dieser Lauf wird nicht mehr aufbewahrt.',
  run_not_failed: 'Nur ein fehlgeschlagener Lauf kann erklärt werden.',
  step_not_found: 'Dieser Schritt wartet nicht mehr auf eine Entscheidung.',
  not_an_approver: 'Der Workflow nennt andere, die das entscheiden. Fragen Sie einen davon.',
  workflow_changed: 'Jemand anders hat eine andere Version gespeichert, während Sie daran arbeiteten.',
  run_finished: 'Dieser Lauf ist schon zu Ende.',
  run_not_finished: 'Dieser Lauf ist noch nicht zu Ende. Warten Sie, oder brechen Sie ihn zuerst ab.',
  flow_not_found: 'Dieser Test wurde gelöscht.',
  flow_running: 'Dieser Test läuft schon. Warten Sie, oder brechen Sie den Lauf zuerst ab.',
  flow_limit_reached: 'Diese App hat 250 Tests, mehr sind nicht möglich. Löschen Sie zuerst einige.',
  no_start_address:
    'Die App hat noch keine Website. Veröffentlichen Sie sie, oder geben Sie dem Test eine Adresse.',
  test_queue_full:
    'Zwanzig Läufe dieser App warten oder laufen schon. Versuchen Sie es, wenn einige zu Ende sind.',
  test_run_not_found: 'Dieser Lauf wird nicht mehr aufbewahrt.',
  test_run_ended: 'Dieser Lauf ist schon zu Ende.',
  test_run_unfinished: 'Dieser Lauf ist noch nicht zu Ende.',
  test_artifact_not_found: 'Es wird nicht mehr aufbewahrt: Bilder und Spuren bleiben 30 Tage.',
  recording_not_found: 'Diese Aufnahme ist zu Ende. Beginnen Sie eine neue.',
  recording_limit_reached: 'Zehn Aufnahmen dieser App sind offen. Beenden Sie eine, oder warten Sie.',
  scan_not_found: 'Diese App wurde noch nicht geprüft. Prüfen Sie sie zuerst.',
  finding_not_found: 'Die letzte Prüfung hat diesen Befund nicht mehr. Laden Sie die Seite neu.',
  scan_out_of_date:
    'Die App hat sich seit dem Befund geändert. Nichts wurde verändert; prüfen Sie sie, und versuchen Sie es dann noch einmal.',
  rule_needs_decision: 'Keine Regel passt sicher. Entscheiden Sie es im Schema der Entität.',
  folder_not_found: 'Diesen Ordner gibt es nicht mehr.',
  campaign_not_found: 'Diese Kampagne gibt es nicht, oder sie gehört zu einer anderen App.',
  ad_platform_unavailable: 'Nichts wurde verändert. Versuchen Sie es in einer halben Minute noch einmal.',
  no_ads_account: 'Die App hat noch kein Werbekonto. Der erste Start einer Kampagne eröffnet es.',
  workspace_not_found: 'Diesen Arbeitsbereich gibt es nicht, oder Sie sind dort kein Mitglied.',
  token_not_found: 'Dieses Token wurde schon widerrufen.',
  cross_site_refused:
    'Der Browser hat dies von einer anderen Seite geschickt. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
  internal_error:
    'Auf dem Server ist etwas fehlgeschlagen. Versuchen Sie es noch einmal, und melden Sie sonst die Nummer der Anfrage.',

  second_factor_locked:
    'Es gab zu viele falsche Codes. Warten Sie eine Stunde, oder benutzen Sie einen Passkey oder einen Wiederherstellungscode.',
  session_not_found: 'Diese Sitzung ist schon zu Ende.',
  passkey_not_found: 'Dieser Passkey wurde schon entfernt.',
  invalid_reset_token: 'Dieser Link wurde benutzt oder ist abgelaufen. Fordern Sie einen neuen an.',
  totp_not_started:
    'Dies hat zu lange gedauert, oder es wurde in einem anderen Tab neu begonnen. Schließen Sie dies, und beginnen Sie noch einmal.',

  pull_request_not_found: 'Dieser Pull Request ist nicht im verbundenen Repository.',
  coding_session_not_found: 'Diese Sitzung wird nicht mehr aufbewahrt, oder sie gehört zu einer anderen App.',
  chat_message_not_found: 'Diese Nachricht wird nicht mehr aufbewahrt.',
  session_message_not_found: 'Diese Nachricht wird nicht mehr aufbewahrt.',
  repository_mismatch:
    'Die App wurde inzwischen mit einem anderen Repository verbunden. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
  repository_in_use:
    'Eine Sitzung arbeitet an diesem Repository. Warten Sie, oder brechen Sie sie zuerst ab.',
  nothing_to_push: 'Das Repository hat den Code der App schon. Nichts wurde übertragen.',
  branch_moved:
    'Der Branch hat Commits, die der App fehlen. Holen Sie sie zuerst, oder ersetzen Sie die Dateien des Branches.',
  pull_request_closed: 'Dieser Pull Request wurde schon übernommen oder geschlossen.',
  pull_request_changed:
    'Er hat neue Commits, seit Sie ihn angesehen haben. Sehen Sie die Änderungen noch einmal an, und übernehmen Sie sie dann.',
  session_queue_full:
    'Zwanzig Sitzungen dieser App warten oder laufen schon. Versuchen Sie es, wenn einige zu Ende sind.',
  session_ended: 'Diese Sitzung ist schon zu Ende.',
  session_busy: 'Sie arbeitet schon an einer Nachricht. Warten Sie, und schicken Sie Ihre dann noch einmal.',
  input_request_changed: 'Diese Frage wurde schon beantwortet, oder sie ist nicht mehr offen.',
  delivery_interrupted: 'Die Sitzung endete, bevor sie Ihre Nachricht las. Schicken Sie sie noch einmal.',
  forge_unavailable: 'Nichts wurde verändert. Versuchen Sie es gleich noch einmal.',
  source_file_not_found: 'Diese Datei wurde gelöscht, oder es gab sie nie.',
  source_commit_not_found: 'Diese Änderung wird nicht mehr aufbewahrt.',
  source_changed: 'Jemand anders hat diese Datei geändert, seit Sie sie öffneten. Nichts wurde geschrieben.',
  source_path_taken: 'Eine andere Datei oder ein anderer Ordner heißt schon so.',
  source_limit_reached:
    'Diese App hat so viele Dateien oder so viel Code, wie sie haben kann. Löschen Sie zuerst etwas.',
  source_file_too_large: 'Eine Datei mit Code hat höchstens 1 MB.',
  source_unavailable:
    'Der Code ist gerade nicht erreichbar. Nichts wurde verändert; versuchen Sie es gleich noch einmal.',
  git_unavailable: 'Bitten Sie die Leute, die Atrium betreiben, dort git zu installieren.',

  invalid_login: 'E-Mail-Adresse oder Passwort ist falsch.',
  invalid_code: 'Dieser Code ist falsch, benutzt oder abgelaufen. Fordern Sie einen neuen an.',
  invalid_magic_link: 'Dieser Link wurde benutzt oder ist abgelaufen. Fordern Sie einen neuen an.',
  email_not_verified:
    'Diese E-Mail-Adresse ist noch nicht bestätigt. Geben Sie den Code ein, der dorthin ging.',
  second_factor_required: 'Das Passwort stimmt. Geben Sie auch den Code Ihres zweiten Faktors ein.',
  invalid_second_factor:
    'Der Code ist falsch oder wurde schon benutzt. Geben Sie den ein, den Ihre App jetzt zeigt.',
  password_sign_in_refused:
    'Ihr Arbeitsbereich nimmt keine Passwörter. Melden Sie sich mit seinem Anbieter an.',
  app_user_exists: 'Diese App hat schon jemanden mit dieser E-Mail-Adresse. Melden Sie sich stattdessen an.',
  app_closed: 'Diese App nimmt nur Eingeladene auf. Fragen Sie die Leute, die sie betreiben.',
}
